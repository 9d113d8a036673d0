// Plays a lesson's timelines: each event lights its line in every column. The page is complete without it.
"use strict";
const rows = [...document.querySelectorAll("tr[data-at]")].map((row) => ({
  version: row.closest("table").dataset.version,
  at: Number(row.dataset.at),
  words: row.cells[row.cells.length - 2].innerHTML,
}));
const plots = [...document.querySelectorAll("figure[data-version]")].map((figure) => {
  const shapes = [...figure.querySelectorAll("[data-at]")];
  return {
    version: figure.dataset.version,
    name: figure.querySelector("figcaption").textContent,
    plot: figure.querySelector(".plot"),
    shapes,
    moments: shapes.flatMap(({ dataset, classList }) => {
      const lines = (dataset.line ?? "").split(" ");
      const moments = dataset.at.split(" ").map((at, index) => ({ at: Number(at), line: lines[index] ?? lines[0] }));
      // What never ran or waits does nothing at the end of its bar.
      return classList.contains("never") || classList.contains("waiting") ? moments.slice(0, 1) : moments;
    }),
  };
});
const steps = [...new Set(plots.flatMap((plot) => plot.moments.map((moment) => moment.at)))].sort((a, b) => a - b);
const find = (id) => document.getElementById(id);
const [play, back, step, scrub, whole, now] = ["play", "back", "step", "scrub", "close", "now"].map(find);
let timer = null;

// Where a shape begins, from 0 to 1.
const start = (shape) => Number.parseFloat(shape.dataset.at);

// The line itself, or, where it is folded away, what stands before it: the code whose effect it records.
function seen(line) {
  while (line?.matches(".d") && !line.matches(":target") && find("fold").checked) line = line.previousElementSibling;
  return line;
}

// Scrolls a line's column to it; the page stays where it is.
function reveal(line) {
  const box = line?.closest(".code");
  if (!box) return;
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
  if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
}

// The code becomes a window above the drawing, or whole again; what the reader looks at keeps its place.
function stage(isPlaying) {
  const body = document.body.classList;
  if (body.contains("played") === isPlaying) return;
  const drawing = document.querySelector(".timelines");
  const before = drawing.getBoundingClientRect().top;
  body.toggle("played", isPlaying);
  whole.hidden = !isPlaying;
  document.querySelectorAll(".code").forEach((box) => (isPlaying ? (box.tabIndex = 0) : box.removeAttribute("tabindex")));
  scrollBy({ top: drawing.getBoundingClientRect().top - before, behavior: "instant" });
  if (isPlaying) drawing.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// What a long table leaves out: the name of the lane, which stands before its shapes, and what it shows.
function drawn(shape) {
  let name = shape;
  while (name.tagName !== "text") name = name.previousElementSibling;
  const look = shape.classList.contains("mark") ? "" : shape.classList.contains("never") ? " never runs" : ` ${shape.classList}`;
  return `<b>${name.firstChild.data}</b>${look}`;
}

// One event in words for each column, its line lit, and what is yet to come pale.
function show(number) {
  stage(true);
  const at = steps[number];
  scrub.value = number;
  scrub.setAttribute("aria-valuetext", `event ${number + 1} of ${steps.length}`);
  document.querySelectorAll(".lit").forEach((line) => line.classList.remove("lit"));
  const words = [];
  for (const { version, name, plot, shapes, moments } of plots) {
    const last = Math.max(...moments.map((moment) => moment.at).filter((place) => place <= at));
    const lit = moments.filter((moment) => moment.at === last).map(({ line }) => seen(find(`${version}-${line}`)));
    for (const line of lit) line?.classList.add("lit");
    reveal(lit.find((line) => line));
    for (const shape of shapes) shape.classList.toggle("later", start(shape) > at);
    const event = rows.findLast((row) => row.version === version && row.at === last);
    const shape = shapes.findLast(({ dataset }) => dataset.at.split(" ").some((place) => Number(place) === last));
    // Nothing has happened yet where nothing is drawn.
    if (event || shape) words.push(`<span class="${version}"><b>${name}</b></span> ${event?.words ?? drawn(shape)}`);
    let head = plot.querySelector(".head");
    if (!head) {
      head = document.createElement("div");
      head.className = "head";
      plot.append(head);
    }
    head.style.left = `${1.2 + 97.6 * at}%`;
  }
  now.innerHTML = words.join(" · ");
}

function stop() {
  clearInterval(timer);
  timer = null;
  play.textContent = "Play";
}

function move(by) {
  show(Math.min(steps.length - 1, Math.max(0, Number(scrub.value) + by)));
}

if (scrub && steps.length > 1) {
  document.querySelector(".player").hidden = false;
  document.body.classList.add("playing");
  scrub.max = steps.length - 1;
  play.addEventListener("click", () => {
    if (timer) return stop();
    play.textContent = "Pause";
    show(Number(scrub.value) >= steps.length - 1 ? 0 : Number(scrub.value));
    timer = setInterval(() => {
      move(1);
      if (Number(scrub.value) >= steps.length - 1) stop();
    }, 900);
  });
  back.addEventListener("click", () => (stop(), move(-1)));
  step.addEventListener("click", () => (stop(), move(document.querySelector(".head") ? 1 : 0)));
  scrub.addEventListener("input", () => (stop(), show(Number(scrub.value))));
  for (const { shapes } of plots) {
    for (const shape of shapes) {
      shape.addEventListener("click", () => (stop(), show(steps.indexOf(start(shape)))));
    }
  }
}

if (whole) {
  whole.addEventListener("click", () => {
    stop();
    stage(false);
    document.querySelectorAll(".lit, .later").forEach((part) => part.classList.remove("lit", "later"));
    document.querySelectorAll(".head").forEach((head) => head.remove());
    now.textContent = "";
    play.focus();
  });
}

// On paper everything is open.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => (part.open = true)));
