// The whole page: one shared scroll, a column and a strip for each engine, and the controls.

import { Column, setText } from "./column.js";
import { Moments } from "./moments.js";
import { Program } from "./program.js";
import { Recording } from "./recording.js";
import { Scrolling } from "./scrolling.js";
import { Strip } from "./strip.js";

const element = (id) => document.getElementById(id);
const [scroller, space, view, strips] = ["scroller", "space", "view", "strips"].map(element);
const [oops, broken] = ["oops", "broken"].map(element);

/** The engine that stalls. */
const baseline = "serial";

let columns = new Map();
let heads = new Map();
let lists = new Map();
let moments;
/** The reason why the program refused to open a page. */
let refusal;

const scrolling = new Scrolling(scroller, space, {
  onDraw: draw,
  onEvent(kind, rows) {
    if (kind === "rested") {
      for (const column of columns.values()) column.order();
      setWarned(false);
    }
    if (program.id) program.say("scroll", { kind, ...rows });
  },
});

const handlers = {
  onOpen(tables, engines) {
    refusal = undefined;
    scrolling.isWaiting = false;
    setWarned(false);
    view.replaceChildren();
    for (const head of heads.values()) head.end();
    lists = new Map();
    columns = new Map(tables.map((name) => [name, new Column(name, program, view)]));
    heads = new Map(tables.map((name) => [name, new Strip(name, engines, strips, program, recording ? undefined : (other) => choose(name, other))]));
    document.body.dataset.tables = tables.length;
    moments = new Moments(tables, recording && ((at) => program.stopAt(at)), recording && program.recording.commit);
    element("shared").hidden = tables.length < 2 || tables.includes(baseline);
    stall.hidden = Boolean(recording) || tables.includes(baseline);
    // The address can set the controls, for example with `?delay=2&filter-delay=0.1&failure-rate=0.05`. Opening a
    // visitor's first page has reset them.
    if (!recording && !program.engines && location.search) {
      program.sayTo("controls", Object.fromEntries(new URLSearchParams(location.search)));
    }
  },

  onRefused(reason) {
    refusal = reason;
    document.body.dataset.lost = false;
    showOops();
  },

  onListening() {
    // Restarts work that was cancelled when the page was hidden or lost, unless a memory warning cancelled it.
    if (!scrolling.isScrolling && !scrolling.isWaiting) scrolling.rest();
  },

  onUpdate(update, isFirst) {
    for (const [name, table] of Object.entries(update.tables)) {
      const [column, head] = [columns.get(name), heads.get(name)];
      if (isFirst) {
        column.forget();
        head.lanes.clear();
      }
      column.apply(table);
      if (table.list) lists.set(name, table.list);
      if (table.strip) {
        head.show(table.strip);
        column.stalled = table.strip.stalled;
      }
      if (table.lanes) head.lanes.apply(table.lanes);
    }
    // All moments of a recording are known from the start.
    if (!recording) {
      moments.add(program.now, update);
      moments.show();
    }
    if (update.controls) showControls(update.controls);
    showCount(Math.max(...[...columns.values()].map((column) => column.count)));
    showActivity();
    showOops();
    showBroken();
    scrolling.draw();
  },

  onLost(isLost) {
    document.body.dataset.lost = isLost;
    for (const head of heads.values()) head.isLost = isLost;
    showActivity();
    showOops();
  },

  onRewind() {
    for (const column of columns.values()) column.clear();
    for (const head of heads.values()) head.lanes.clear();
  },

  onScroll: (top) => scrolling.place(top),
  onMoments: (at, update) => moments.add(at, update),
  onTime: (time) => moments.showAt(time),
};

const { recording } = document.body.dataset;
const program = recording ? new Recording(recording, handlers) : new Program(handlers);

function draw() {
  for (const column of columns.values()) column.draw(scrolling.top, scrolling.height);
}

function showCount(count) {
  const states = [...lists.values()].map((list) => list.state);
  scrolling.setRows(count, states.length > 0 && !states.includes("loading"));
  setText(element("count"), count ? photos(count) : "");
}

function photos(count) {
  return `${count.toLocaleString("en")} ${count === 1 ? "photo" : "photos"}`;
}

/** Shows the one activity indicator of the page, which is on exactly while a transfer is in flight. */
function showActivity() {
  if (document.body.dataset.lost === "true") {
    element("activity").dataset.active = false;
    return setText(element("activity").querySelector("span"), "No answer");
  }
  const isLoading = [...lists.values()].some((list) => list.state === "loading");
  const isActive = isLoading || [...heads.values()].some((head) => head.isActive);
  const activity = element("activity");
  activity.dataset.active = isActive;
  // What the program last said is out of date during a stall, such as that the list is loading.
  const text = [...heads.values()].some((head) => head.isStalled)
    ? "Main queue stalled"
    : isLoading ? "Loading the list" : isActive ? "Working" : "Idle";
  setText(activity.querySelector("span"), text);
}

/** Shows why there are no photos, with a way to try again: the list can't be read, or the program refuses to open a
 * page or has ended. */
function showOops() {
  const empty = [...lists].find(([name, list]) => list.state !== "loading" && columns.get(name).count === 0)?.[1];
  const isLost = document.body.dataset.lost === "true";
  oops.hidden = !empty && !isLost && !refusal;
  oops.querySelector("p").textContent = isLost
    ? program.keepsAddress
      ? "The program does not answer. This page goes on by itself once it does."
      : "The program does not answer. If it has ended, start “pipeline gallery” again and open the address it prints."
    : refusal ?? empty?.reason ?? "There is no photo in the list.";
  oops.querySelector("button").hidden = isLost;
}

/** Shows that a list is incomplete, either because it broke off or because it is longer than the table. */
function showBroken() {
  const isPart = ({ state }) => state === "failed" || state === "cut";
  const [name, list] = [...lists].find(([name, list]) => isPart(list) && columns.get(name).count > 0) ?? [];
  broken.hidden = !list;
  if (!list) return;
  const count = photos(columns.get(name).count);
  broken.querySelector("span").textContent =
    list.state === "cut"
      ? `The list goes on after ${count}; the table has no more rows.`
      : `The list broke off after ${count}: ${list.reason}`;
  broken.querySelector("button").hidden = list.state === "cut";
}

broken.querySelector("button").onclick = () => program.say("retry");
oops.querySelector("button").onclick = () => (refusal ? program.open() : program.say("retry"));

// Memory warnings. After one, nothing starts until a scroll comes to rest or the user requests it.

const warning = element("warning");

function setWarned(isWarned) {
  warning.dataset.warned = isWarned;
  warning.textContent = isWarned ? "Go on" : "Memory warning";
  for (const part of [...heads.values(), ...columns.values()]) part.isWarned = isWarned;
}

warning.onclick = () => {
  if (warning.dataset.warned === "true") return scrolling.rest();
  scrolling.wait();
  program.say("memory-warning");
  setWarned(true);
};
view.onclick = () => scrolling.rest();
scroller.addEventListener("keydown", ({ key }) => key === "Enter" && scrolling.rest());

// The engines on the two sides.

const stall = element("stall");

function choose(name, other) {
  const names = [...heads.keys()].map((each) => (each === name ? other : each));
  // An engine that is already shown swaps places.
  program.open([...heads.keys()].includes(other) ? [...heads.keys()].map((each) => (each === name ? other : each === other ? name : each)) : names);
}
stall.onclick = () => choose([...heads.keys()][0], baseline);

// The button for the controls and some of the figures, which are hidden on a small screen.

element("more").onclick = ({ target }) => {
  const isOpen = document.body.dataset.more !== "true";
  document.body.dataset.more = isOpen;
  target.ariaExpanded = isOpen;
};

// The controls. Each slider has a parameter of the program and a format for its value.

const sliders = [
  { id: "delay", key: "delay", unit: "s", scale: 1 },
  { id: "filter-delay", key: "filterDelay", unit: "s", scale: 1 },
  { id: "failures", key: "failureRate", unit: "%", scale: 100 },
].map((slider) => ({ ...slider, input: element(slider.id) }));

function showControls(controls) {
  for (const { input, key, scale } of sliders) {
    const value = controls[key];
    // Without a sample server, these faults don't exist.
    input.parentElement.hidden = value === undefined;
    if (value === undefined) continue;
    // The command line allows longer delays than the slider.
    input.max = Math.max(input.max, value * scale);
    if (document.activeElement !== input) input.value = value * scale;
  }
  showValues();
}

function showValues() {
  for (const { input, unit } of sliders) input.nextElementSibling.textContent = `${Number(input.value)} ${unit}`;
}

for (const { input, key, scale } of sliders) {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  input.oninput = showValues;
  input.onchange = () => program.sayTo("controls", { [name]: input.value / scale });
}
element("controls").onsubmit = (event) => event.preventDefault();

// With focus, the arrow keys scroll without a click.
scroller.focus({ preventScroll: true, focusVisible: false });
program.open();
