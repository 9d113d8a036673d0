// The page as a whole: one shared scroll, a column and a strip for each engine, and the controls.

import { Column } from "./column.js";
import { Program } from "./program.js";
import { Scrolling } from "./scrolling.js";
import { Strip } from "./strip.js";

const element = (id) => document.getElementById(id);
const [scroller, space, view, strips] = ["scroller", "space", "view", "strips"].map(element);
const [oops, broken] = ["oops", "broken"].map(element);
const [delay, failures] = ["delay", "failures"].map(element);

let columns = new Map();
let heads = new Map();
let lists = new Map();
/** Why the program opens no page, if it said so. */
let refusal;

const scrolling = new Scrolling(scroller, space, {
  onDraw: draw,
  onEvent: (kind, rows) => program.id && program.say("scroll", { kind, ...rows }),
});

const program = new Program({
  onOpen(tables) {
    refusal = undefined;
    view.replaceChildren();
    strips.replaceChildren();
    lists = new Map();
    columns = new Map(tables.map((name) => [name, new Column(name, program, view)]));
    heads = new Map(tables.map((name) => [name, new Strip(name, strips)]));
    document.body.dataset.tables = tables.length;
  },

  onRefused(reason) {
    refusal = reason;
    document.body.dataset.lost = false;
    showOops();
  },

  onListening() {
    // What was cancelled when the page was left starts again.
    if (!scrolling.isScrolling) scrolling.rest();
  },

  onUpdate(update, isFirst) {
    for (const [name, table] of Object.entries(update.tables)) {
      const column = columns.get(name);
      if (isFirst) column.forget();
      column.apply(table);
      if (table.list) lists.set(name, table.list);
      if (table.strip) {
        heads.get(name).show(table.strip);
        column.stalled = table.strip.stalled;
      }
    }
    if (update.faults) showFaults(update.faults);
    showCount(Math.max(...[...columns.values()].map((column) => column.count)));
    showActivity();
    showOops();
    showBroken();
    scrolling.draw();
  },

  onLost(isLost) {
    document.body.dataset.lost = isLost;
    showOops();
  },
});

function draw() {
  for (const column of columns.values()) column.draw(scrolling.top, scrolling.height);
}

function showCount(count) {
  scrolling.rows = count;
  element("count").textContent = count ? `${count.toLocaleString("en")} photos` : "";
}

/** One indicator for the whole page: on exactly while something is in flight. */
function showActivity() {
  const isLoading = [...lists.values()].some((list) => list.state === "loading");
  const isActive = isLoading || [...heads.values()].some((head) => head.isActive);
  const activity = element("activity");
  activity.dataset.active = isActive;
  activity.querySelector("span").textContent = isLoading ? "Loading the list" : isActive ? "Working" : "Idle";
}

/** A list that can't be had, or a program that opens no page, or has ended: said, with a way to try again. */
function showOops() {
  const empty = [...lists].find(([name, list]) => list.state !== "loading" && columns.get(name).count === 0)?.[1];
  const isLost = document.body.dataset.lost === "true";
  oops.hidden = !empty && !isLost && !refusal;
  oops.querySelector("p").textContent = isLost
    ? "The program does not answer. Once it is there again, this page goes on by itself."
    : refusal ?? empty?.reason ?? "There is no photo in the list.";
  oops.querySelector("button").hidden = isLost;
}

/** A list of which a part is there, and no more came: nobody should take it for the whole. */
function showBroken() {
  const [name, list] = [...lists].find(([name, list]) => list.state === "failed" && columns.get(name).count > 0) ?? [];
  broken.hidden = !list;
  if (!list) return;
  const count = columns.get(name).count;
  const photos = `${count.toLocaleString("en")} ${count === 1 ? "photo" : "photos"}`;
  broken.querySelector("span").textContent = `The list broke off after ${photos}: ${list.reason}`;
}

broken.querySelector("button").onclick = () => program.say("retry");
oops.querySelector("button").onclick = () => (refusal ? program.open() : program.say("retry"));
element("warning").onclick = () => program.say("memory-warning");

// The sample server, where the photos come from one.

function showFaults(faults) {
  for (const label of document.querySelectorAll(".fault")) label.hidden = false;
  // More than the slider usually goes to can come of the command line.
  delay.max = Math.max(delay.max, faults.delay);
  if (document.activeElement !== delay) delay.value = faults.delay;
  if (document.activeElement !== failures) failures.value = faults.failureRate * 100;
  showValues();
}

function showValues() {
  delay.nextElementSibling.textContent = `${Number(delay.value)} s`;
  failures.nextElementSibling.textContent = `${failures.value} %`;
}

delay.oninput = failures.oninput = showValues;
delay.onchange = () => program.sayTo("/faults", { delay: delay.value });
failures.onchange = () => program.sayTo("/faults", { "failure-rate": failures.value / 100 });
element("controls").onsubmit = (event) => event.preventDefault();

// So that the keyboard scrolls at once.
scroller.focus({ preventScroll: true, focusVisible: false });
program.open();
