"use strict";

const report = JSON.parse(document.getElementById("data").textContent);
const names = "http://www.w3.org/2000/svg";

/** An element of HTML, or of SVG where its parent is one; names and texts are never read as markup. */
function add(parent, tag, attributes = {}, text) {
  const isDrawing = tag === "svg" || parent.namespaceURI === names;
  const element = isDrawing ? document.createElementNS(names, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

const color = (engine) => `var(--engine-${engine % 4})`;

/** A stretch of time as people say it. */
function words(seconds) {
  if (seconds === 0) return "0";
  if (Math.abs(seconds) < 0.001) return `${+(seconds * 1e6).toPrecision(3)} µs`;
  return Math.abs(seconds) < 1 ? `${+(seconds * 1e3).toPrecision(3)} ms` : `${+seconds.toPrecision(4)} s`;
}

// The head

document.title = report.title;
document.querySelector("h1").textContent = report.title;
document.getElementById("verdict").textContent = report.verdict;
document.getElementById("circumstances").textContent = report.circumstances;
document.getElementById("command").textContent = report.command;
document.getElementById("legend").textContent = report.legend;

// The table, with a dot for every run

const table = document.querySelector("table");
const head = add(add(table, "thead"), "tr");
add(head, "th");
report.engines.forEach((engine, number) => {
  const cell = add(head, "th");
  add(cell, "span", { class: "key", style: `background:${color(number)}` });
  cell.append(engine);
});
add(head, "th", {}, "every run");

const body = add(table, "tbody");
for (const row of report.rows) {
  const line = add(body, "tr");
  add(line, "th", {}, row.title);
  for (const cell of row.cells) {
    const place = add(line, "td", {}, cell ? cell.value : "–");
    if (cell && cell.ratio) add(place, "small", { class: cell.verdict ?? "" }, cell.ratio);
  }
  dots(add(line, "td"), row);
}

function dots(place, row) {
  const height = 14 * row.cells.length;
  const all = row.cells.flatMap((cell) => (cell ? cell.runs : []));
  // From nothing, so that distances are proportions.
  const most = Math.max(...all, 0) || 1;
  const at = (value) => `${(2 + (96 * value) / most).toFixed(2)}%`;
  const drawing = add(place, "svg", { class: "dots", height, role: "img" });
  add(drawing, "title", {}, `every run of ${row.title}, from 0 to the largest`);
  row.cells.forEach((cell, engine) => {
    const y = 14 * engine + 7;
    add(drawing, "line", { x1: "2%", x2: "98%", y1: y, y2: y });
    if (!cell) return;
    for (const run of cell.runs) {
      add(drawing, "circle", { cx: at(run), cy: y, r: 3, fill: color(engine), "fill-opacity": 0.55 });
    }
    const sorted = [...cell.runs].sort((a, b) => a - b);
    const median = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
    const tick = { x1: at(median), x2: at(median), y1: y - 6, y2: y + 6, class: "median" };
    add(drawing, "line", tick).style.stroke = color(engine);
  });
}

// Timelines: all of a scene on one axis

const rowHeight = 16;
const tip = document.getElementById("tip");

/** Photos look alike in every timeline, and neighbours unlike. */
const hues = new Map();
function hue(photo) {
  if (!hues.has(photo)) hues.set(photo, (hues.size * 137.508) % 360);
  return hues.get(photo);
}

report.scenes.forEach((scene, number) => {
  const section = add(document.querySelector("main"), "section", { class: "scene" });
  add(section, "h2", {}, scene.title);
  explainLooks(section, scene);
  const controls = add(section, "div", { class: "controls" });
  const whole = add(controls, "button", { type: "button" }, "Whole run");
  add(controls, "span", {}, "Zoom: Ctrl and the wheel, or + and −. Move: drag. Details: point at a bar.");
  const end = Math.max(...scene.timelines.map((timeline) => timeline.duration)) || 1;
  const view = { from: 0, to: end };
  /** What has to be put in its place again when the view changes: an element with its times. */
  const spans = [];
  const axes = [];
  const plots = [];

  scene.timelines.forEach((timeline, engine) => {
    const grid = add(section, "div", { class: "timeline" });
    const title = add(grid, "h3");
    add(title, "span", { class: "key", style: `background:${color(engine)}` });
    title.append(timeline.engine + " ");
    const notes = [words(timeline.duration)];
    const failed = new Set(timeline.bars.filter((bar) => bar.outcome?.startsWith("failed")).map((bar) => bar.photo));
    const cancelled = timeline.bars.filter((bar) => bar.isCancelled);
    const inVain = cancelled.filter((bar) => failed.has(bar.photo)).length;
    if (inVain) notes.push(`${inVain} had nothing to do, as their photo had failed, and ended as cancelled`);
    if (cancelled.length > inVain) notes.push(`${cancelled.length - inVain} ran and ended as cancelled`);
    if (timeline.cancelledUnstarted) notes.push(`${timeline.cancelledUnstarted} cancelled before they ran`);
    add(title, "small", {}, notes.join(", "));
    const labels = add(grid, "div", { class: "labels" });
    for (const row of timeline.rows) add(labels, "div", { title: row }, row);
    const height = Math.max(1, timeline.rows.length) * rowHeight;
    const plot = add(grid, "svg", { class: "plot", height, tabindex: 0, role: "img" });
    plot.setAttribute("aria-label", `${timeline.engine}: what each worker did when`);
    const pattern = `hatch-${number}-${engine}`;
    hatch(plot, pattern);
    for (const pause of timeline.suspensions) {
      const rectangle = add(plot, "rect", { class: "suspension", y: 0, height });
      spans.push([rectangle, pause.start, pause.end]);
      explain(rectangle, () => `queue “${pause.queue}” suspended\n${words(pause.end - pause.start)}`);
    }
    for (const bar of timeline.bars) {
      const y = bar.row * rowHeight + 2;
      const isHeld = !timeline.rows[bar.row].startsWith("thread ");
      const looks = ["bar", isHeld ? "held" : "", bar.isCancelled ? "cancelled" : ""].join(" ");
      const rectangle = add(plot, "rect", { class: looks, y, height: rowHeight - 4, rx: 1.5 });
      rectangle.style.setProperty("--hue", hue(bar.photo).toFixed(0));
      spans.push([rectangle, bar.start, bar.end]);
      explain(rectangle, () => details(bar));
      if (bar.isCancelled) {
        const over = add(plot, "rect", { fill: `url(#${pattern})`, y, height: rowHeight - 4 });
        over.style.pointerEvents = "none";
        spans.push([over, bar.start, bar.end]);
      }
    }
    plots.push(plot);
    move(plot);
  });
  const last = add(section, "div", { class: "timeline" });
  add(last, "div");
  axes.push(add(last, "svg", { class: "axis", height: 24 }));
  whole.addEventListener("click", () => look(0, end));
  look(0, end);

  function look(from, to) {
    const width = Math.min(end, Math.max(to - from, end / 1e5));
    view.from = Math.min(Math.max(0, from), end - width);
    view.to = view.from + width;
    const at = (time) => (100 * (time - view.from)) / width;
    for (const [element, start, stop] of spans) {
      const isSeen = stop >= view.from && start <= view.to;
      element.style.display = isSeen ? "" : "none";
      if (!isSeen) continue;
      // Cut to what is seen: browsers draw no bar that is a million pixels long.
      const [left, right] = [Math.max(-1, at(start)), Math.min(101, at(stop))];
      element.setAttribute("x", `${left.toFixed(4)}%`);
      element.setAttribute("width", `${Math.max(right - left, 0.08).toFixed(4)}%`);
    }
    for (const axis of axes) drawAxis(axis, at, width);
  }

  function drawAxis(axis, at, width) {
    axis.replaceChildren();
    const power = 10 ** Math.floor(Math.log10(width / 5));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => width / value <= 8);
    for (let tick = Math.ceil(view.from / step); tick * step <= view.to; tick += 1) {
      const x = `${at(tick * step).toFixed(3)}%`;
      add(axis, "line", { x1: x, x2: x, y1: 0, y2: 5 });
      add(axis, "text", { x, y: 18, "text-anchor": tick ? "middle" : "start" }, words(+(tick * step).toPrecision(9)));
    }
  }

  function move(plot) {
    const share = (event) => {
      const box = plot.getBoundingClientRect();
      return (event.clientX - box.left) / box.width;
    };
    const zoom = (factor, around) => {
      const time = view.from + around * (view.to - view.from);
      look(time - (time - view.from) * factor, time + (view.to - time) * factor);
    };
    plot.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        zoom(Math.exp(event.deltaY / 300), share(event));
      },
      { passive: false }
    );
    let grabbed = null;
    plot.addEventListener("pointerdown", (event) => {
      grabbed = { at: share(event), ...view };
      plot.setPointerCapture(event.pointerId);
    });
    plot.addEventListener("pointermove", (event) => {
      if (!grabbed) return;
      const shift = (grabbed.at - share(event)) * (grabbed.to - grabbed.from);
      look(grabbed.from + shift, grabbed.to + shift);
    });
    for (const over of ["pointerup", "pointercancel"]) plot.addEventListener(over, () => (grabbed = null));
    plot.addEventListener("keydown", (event) => {
      const width = view.to - view.from;
      const keys = {
        "+": () => zoom(0.5, 0.5),
        "=": () => zoom(0.5, 0.5),
        "-": () => zoom(2, 0.5),
        0: () => look(0, end),
        ArrowLeft: () => look(view.from - width / 5, view.to - width / 5),
        ArrowRight: () => look(view.from + width / 5, view.to + width / 5),
      };
      if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
});

/** What the looks of bars mean, of those that are there: paper has no pointer to ask with. */
function explainLooks(section, scene) {
  const all = scene.timelines.flatMap((timeline) => timeline.bars.map((bar) => ({ bar, row: timeline.rows[bar.row] })));
  const looks = [["bar", "a body on a thread; one colour is one photo"]];
  if (all.some(({ row }) => !row.startsWith("thread "))) looks.push(["bar held", "goes on, and holds no thread"]);
  if (all.some(({ bar }) => bar.isCancelled)) looks.push(["bar cancelled", "ended as cancelled"]);
  if (scene.timelines.some((timeline) => timeline.suspensions.length)) looks.push(["suspension", "a queue is suspended"]);
  const list = add(section, "ul", { class: "looks" });
  for (const [look, meaning] of looks) {
    const item = add(list, "li");
    const swatch = add(item, "svg", { width: 22, height: 12, "aria-hidden": "true" });
    add(swatch, "rect", { class: look, width: 22, height: 12, rx: 1.5 });
    if (look === "bar cancelled") {
      const pattern = `hatch-key-${section.parentNode.children.length}`;
      hatch(swatch, pattern);
      add(swatch, "rect", { fill: `url(#${pattern})`, width: 22, height: 12 });
    }
    item.append(meaning);
  }
}

function hatch(plot, id) {
  const pattern = add(add(plot, "defs"), "pattern", {
    id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  });
  const line = add(pattern, "line", { x1: 0, x2: 0, y1: 0, y2: 6, "stroke-width": 5 });
  line.style.stroke = "var(--hatch)";
}

function details(bar) {
  const what = bar.outcome ?? "gave its thread back";
  return `${bar.job}\nqueue “${bar.queue}”, ${what}\n${words(bar.end - bar.start)}, from ${words(bar.start)}`;
}

/** Tells about an element while the pointer is on it. */
function explain(element, text) {
  element.addEventListener("pointermove", (event) => {
    tip.textContent = text();
    tip.hidden = false;
    const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
    const below = event.clientY + 18;
    const top = below + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 10 : below;
    tip.style.left = `${left}px`;
    tip.style.top = `${top}px`;
  });
  element.addEventListener("pointerleave", () => (tip.hidden = true));
}
