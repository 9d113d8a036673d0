// The moments of a scroll, with the work of each engine. The latest one is shown, and the user can step through all.

/** The order of the moments of a scroll. */
const order = ["dragged", "left", "added", "released", "crowded", "downloaded"];
/** The most moments to keep, so that a page can be open for days. */
const most = 500;

class Moments {
  /**
   * @param engines the names of the engines, from left to right.
   * @param seek called with the time of a moment that the user has stepped to, if the page shows a recording.
   * @param commit the commit that the lines of code belong to.
   */
  constructor(engines, seek, commit = "main") {
    const [back, place, next, view] = ["back", "place", "next", "view"].map((name) => element(`moment-${name}`));
    Object.assign(this, { engines, seek, commit, back, place, next, view });
    /** The address of the repository, if the page knows it. */
    this.repository = document.querySelector("[data-repository]")?.dataset.repository;
    this.list = [];
    this.time = Infinity;
    back.onclick = () => this.step(-1);
    next.onclick = () => this.step(1);
    this.show();
  }

  /** Adds the moments of an update. Engines report a moment at different times, so it is looked up by its scroll. */
  add(at, { tables }) {
    const last = this.list.at(-1);
    for (const [engine, { moments = [] }] of Object.entries(tables)) {
      for (const { turn, work } of moments) {
        const isSame = (one) => one.turn === turn && one.moment === work.moment && !one.work[engine];
        let moment = this.list.find(isSame);
        if (!moment) {
          moment = { at, turn, moment: work.moment, work: {} };
          const rank = ({ turn, moment }) => turn * order.length + order.indexOf(moment);
          this.list.splice(this.list.findLastIndex((one) => rank(one) <= rank(moment)) + 1, 0, moment);
        }
        moment.work[engine] = work;
      }
    }
    while (this.list.length > most) this.list.shift();
    if (!this.list.includes(this.chosen)) this.chosen = undefined;
    // The page follows the program again once the user has stepped to the end.
    if (this.chosen === last && last !== this.list.at(-1)) this.chosen = undefined;
  }

  /** The latest moment. Of those at the end of a scroll, it is the one in which the engines differ most. */
  get latest() {
    const last = this.list.findLast((one) => one.at <= this.time);
    return this.list.find((one) => one.moment === "left" && one.at === last?.at) ?? last;
  }

  get index() {
    return this.list.indexOf(this.chosen ?? this.latest);
  }

  /** Shows the moment at a time of the recording, unless the user has stepped to one of that time. */
  showAt(time) {
    this.time = time;
    if (this.chosen?.at !== time) this.chosen = undefined;
    this.show();
  }

  step(way) {
    const chosen = this.list[this.index + way];
    if (!chosen) return;
    this.chosen = chosen;
    this.seek?.(chosen.at);
    this.show();
  }

  show() {
    const { index, list, back, place, next, view } = this;
    setText(place, list.length ? `Moment ${index + 1} of ${list.length}` : "Scroll, and each moment is explained here");
    back.disabled = index <= 0;
    next.disabled = index === list.length - 1;
    const shown = list[index];
    const key = JSON.stringify([shown?.turn, shown?.moment, shown?.work]);
    if (key === this.key) return;
    this.key = key;
    view.replaceChildren(...(shown ? this.engines.map((engine) => this.column(engine, shown.work[engine])) : []));
  }

  column(engine, work) {
    const column = make("div", make("h2", make("b", engine), " ", work?.title ?? "Nothing to do"));
    column.dataset.engine = parts(engine)[0];
    for (const part of work?.parts ?? []) {
      column.append(make("p", make("b", part.who), " ", ...coded(part.text), " ", this.link(part)));
    }
    return column;
  }

  /** A line of code, as a link if the address of the repository is known. */
  link({ file, line }) {
    if (!file) return "";
    const link = make(this.repository ? "a" : "small", `${file.split("/").at(-1)}:${line}`);
    link.title = `${file}:${line}`;
    if (this.repository) link.href = `${this.repository}/blob/${this.commit}/${file}#L${line}`;
    return link;
  }
}

function make(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** A text with code in backticks, as nodes. */
function coded(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", part) : part));
}
