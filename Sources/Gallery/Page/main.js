// The tables: one shared scroll, and a column and a strip for each engine.

const element = (id) => document.getElementById(id);
const [scroller, view, oops, broken] = ["scroller", "view", "oops", "broken"].map(element);

let columns = new Map();
let heads = new Map();
let lists = new Map();
let moments;
/** The reason why the program refused to open a page. */
let refusal;

const scrolling = new Scrolling(scroller, element("space"), {
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
    const isFixed = recording || tables.some((name) => parts(name).length > 1);
    const choose = (name) => (isFixed ? undefined : (other) => header.choose(name, other));
    heads = new Map(tables.map((name) => [name, new Strip(name, engines, element("strips"), program, choose(name))]));
    document.body.dataset.tables = tables.length;
    moments = new Moments(tables, recording && ((at) => program.stopAt(at)), recording?.commit);
    header?.opened(tables);
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
    const count = Math.max(...[...columns.values()].map((column) => column.count));
    const states = [...lists.values()].map((list) => list.state);
    scrolling.setRows(count, states.length > 0 && !states.includes("loading"));
    header?.updated(update, count);
    showOops();
    showBroken();
    scrolling.draw();
  },

  onLost(isLost) {
    document.body.dataset.lost = isLost;
    for (const head of heads.values()) head.isLost = isLost;
    header?.showActivity();
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

/** The recording, which a page that replays one has in a script of its own. */
const recording = typeof recorded === "undefined" ? undefined : recorded;
const program = recording ? new Recording(recording, handlers) : new Program(handlers);
const header = typeof Header === "undefined" ? undefined : new Header();

function draw() {
  for (const column of columns.values()) column.draw(scrolling.top, scrolling.height);
}

function photos(count) {
  return `${count.toLocaleString("en")} ${count === 1 ? "photo" : "photos"}`;
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

/** Shows whether a memory warning keeps work from starting. */
function setWarned(isWarned) {
  for (const part of [header ?? {}, ...heads.values(), ...columns.values()]) part.isWarned = isWarned;
}

broken.querySelector("button").onclick = () => program.say("retry");
oops.querySelector("button").onclick = () => (refusal ? program.open() : program.say("retry"));
view.onclick = () => scrolling.rest();
scroller.addEventListener("keydown", ({ key }) => key === "Enter" && scrolling.rest());

// With focus, the arrow keys scroll without a click.
if (!recording) scroller.focus({ preventScroll: true, focusVisible: false });
program.open();
