// Plays a lesson: the reader answers, the versions run side by side, and then comes the verdict. The page is
// complete without it.
"use strict";
const find = (id) => document.getElementById(id);
const [play, back, step, part, scrub, now] = ["play", "back", "step", "part", "scrub", "now"].map(find);
const player = document.querySelector(".player");
const versions = [...document.querySelectorAll("article[data-version]")].map((article) => ({
  article,
  id: article.dataset.version,
  name: article.querySelector("h2").firstChild.textContent,
  code: article.querySelector(".code"),
  shapes: [...article.querySelectorAll(".plot [data-at]")],
  plots: [...document.querySelectorAll(".plot")].filter(
    (plot) => plot.closest("[data-version]")?.dataset.version === article.dataset.version),
}));
// A row of the table is a step: for each version what happens then, or nothing.
const steps = [...document.querySelectorAll("#steps tr:not(.more)")].map((row) => ({
  parts: row.dataset.part !== undefined,
  events: [...row.cells].map((cell) => {
    if (cell.dataset.at === undefined) return null;
    const link = cell.querySelector("a");
    return {
      at: Number(cell.dataset.at),
      name: (cell.querySelector("b") ?? cell).textContent,
      words: (link ?? cell).innerHTML,
      line: link && find(link.hash.slice(1)),
    };
  }),
}));
const parting = steps.findIndex((one) => one.parts);
let [timer, place] = [null, -1];

// Where a shape begins, from 0 to 1.
const start = (shape) => Number.parseFloat(shape.dataset.at);

// Scrolls a line's or a lane's box to it; the page stays where it is.
function reveal(part) {
  const box = part.closest(".code, figure");
  const [outer, inner] = [box, part].map((one) => one.getBoundingClientRect());
  if (inner.top >= outer.top + 16 && inner.bottom <= outer.bottom - 4) return;
  box.scrollTop += inner.top - outer.top - box.clientHeight / 3;
}

// The name of a shape's lane, which stands before its shapes.
const lane = (one) => (one.matches("text") ? one.firstChild.data : lane(one.previousElementSibling));

// The bar or mark that begins at an event, or else ends there: in the lane of that name, if there is one.
function shape({ shapes }, { at, name }) {
  const own = shapes.filter((one) => lane(one) === name);
  const all = own.length > 0 ? own : shapes;
  const end = (one) => Number(one.dataset.at.split(" ").at(-1));
  return all.find((one) => start(one) === at) ?? all.find((one) => end(one) === at);
}

// One step: what each version does, its line lit, its cursor, and what is yet to come pale.
function show(number) {
  place = number;
  scrub.value = number;
  scrub.setAttribute("aria-valuetext", `event ${number + 1} of ${steps.length}`);
  document.querySelectorAll(".lit").forEach((line) => line.classList.remove("lit"));
  const acting = [];
  versions.forEach((version, index) => {
    const event = steps[number].events[index];
    const at = steps.slice(0, number + 1).findLast((one) => one.events[index])?.events[index].at ?? -1;
    const isOver = steps.slice(number + 1).every((one) => !one.events[index]);
    for (const shape of version.shapes) shape.classList.toggle("later", start(shape) > at && !isOver);
    for (const plot of version.plots) cursor(plot, at);
    version.article.classList.toggle("acts", Boolean(event));
    if (!event) return;
    event.line?.classList.add("lit");
    acting.push(index);
  });
  // On a phone: the version that acts, unless the one in sight does.
  const tabs = acting.map((index) => find(`tab-${versions[index].id}`));
  if (!tabs.some((tab) => tab.checked)) tabs[0].checked = true;
  for (const index of acting) {
    const [version, event] = [versions[index], steps[number].events[index]];
    for (const place of [event.line, shape(version, event)]) if (place?.checkVisibility()) reveal(place);
  }
  const each = acting.map((index) => `<span class="${versions[index].id}">${versions[index].name}</span>`);
  const names = acting.length === versions.length ? "<b>All</b>" : each.join(" and ");
  const { parts, events } = steps[number];
  now.innerHTML = `${parts ? "<strong>Here they part.</strong> " : ""}${names}: ${events[acting[0]].words}`;
  if (number === steps.length - 1) end();
  // In a low window it does not stick to the edge, and would be out of sight.
  if (getComputedStyle(player).position === "static") player.scrollIntoView({ block: "end" });
}

function cursor(plot, at) {
  let head = plot.querySelector(".head");
  if (!head) plot.append((head = Object.assign(document.createElement("span"), { className: "head" })));
  head.hidden = at < 0;
  head.style.left = plot.matches("label *") ? `${2 + 96 * at}%` : `${1.2 + 97.6 * at}%`;
}

function stop() {
  clearInterval(timer);
  timer = null;
  play.textContent = "Play";
}

const move = (by) => show(Math.min(steps.length - 1, Math.max(0, place + by)));

function run() {
  document.body.classList.remove("asking");
  player.hidden = false;
  play.textContent = "Pause";
  show(place >= steps.length - 1 ? 0 : Math.max(0, place));
  // Twelve seconds, or a little more where there is much to see.
  timer = setInterval(() => {
    move(1);
    if (place >= steps.length - 1) stop();
  }, Math.max(400, Math.min(900, 12_000 / steps.length)));
}

// Whether the reader was right, and the lesson in short.
function end() {
  document.body.classList.remove("unanswered");
  const chosen = document.querySelector(".answers [aria-pressed=true]");
  for (const button of document.querySelectorAll(".answers button")) {
    const isRight = button.parentElement.dataset.right !== undefined;
    button.classList.toggle("right", isRight);
    button.classList.toggle("wrong", button === chosen && !isRight);
  }
  if (!chosen) return;
  const isRight = chosen.parentElement.dataset.right !== undefined;
  const verdict = isRight ? "As you predicted." : "Not as you predicted.";
  const claim = document.querySelector("#answer .claim")?.innerHTML ?? "";
  const agreement = find("agree") ? "The versions agree throughout." : "";
  now.innerHTML += `. ${agreement} <strong>${verdict}</strong> <em>${claim}</em> <a href="#answer">Why</a>`;
}

if (scrub && steps.length > 0) {
  const list = document.querySelector(".answers");
  if (!list.children.length) list.innerHTML = "<li>Run it</li>";
  for (const item of list.children) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.append(...item.childNodes);
    button.setAttribute("aria-pressed", "false");
    item.append(button);
    button.addEventListener("click", () => {
      for (const other of list.querySelectorAll("button"))
        other.setAttribute("aria-pressed", String(other === button));
      stop();
      place = -1;
      run();
      // All columns of code lie between an answer and its player.
      play.focus({ preventScroll: true });
    });
  }
  document.body.classList.add("asking", "unanswered");
  scrub.max = steps.length - 1;
  part.hidden = parting < 0;
  play.addEventListener("click", () => (timer ? stop() : run()));
  back.addEventListener("click", () => (stop(), move(-1)));
  step.addEventListener("click", () => (stop(), move(1)));
  part.addEventListener("click", () => (stop(), show(parting)));
  scrub.addEventListener("input", () => (stop(), show(Number(scrub.value))));
  versions.forEach(({ shapes }, index) => {
    for (const shape of shapes) {
      const at = steps.findIndex((one) => one.events[index]?.at === start(shape));
      if (at >= 0) shape.addEventListener("click", () => (stop(), show(at)));
    }
  });
}

// A line or a part that an address names may be folded away.
function unfold() {
  const target = location.hash ? find(location.hash.slice(1)) : null;
  if (target === find("answer")) document.body.classList.remove("unanswered", "asking");
  target?.closest("details")?.setAttribute("open", "");
}
addEventListener("hashchange", unfold);
unfold();

// On paper everything is open.
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details")) one.open = true;
});
