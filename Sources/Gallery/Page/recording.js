// A recording in place of the program: the page receives what a page once received, at the same times.

import { rowHeight } from "./scrolling.js";

/** Milliseconds between two looks at the clock. */
const pause = 40;

const element = (id) => document.getElementById(id);

/** Takes the same handlers as `Program`, `onRewind()`, and `onScroll(top)` with the place of the table's top edge in pixels. */
export class Recording {
  constructor(address, handlers) {
    this.source = address;
    this.handlers = handlers;
    /** What comes next. */
    this.next = 0;
    this.time = 0;
  }

  /** The time of what happens, in milliseconds: it stands still with the player. */
  get now() {
    return this.time;
  }

  async open() {
    try {
      this.recording = await (await fetch(this.source)).json();
    } catch {
      return this.handlers.onRefused("The recording cannot be read.");
    }
    const { moments, tables } = this.recording;
    this.length = moments.at(-1)?.at ?? 0;
    this.scrolls = moments.filter((moment) => moment.rows);
    const [first, last] = this.scrolls[0]?.rows ?? [0, 8];
    element("scroller").style.maxHeight = `${(last - first) * rowHeight}px`;
    this.handlers.onOpen(tables);
    this.addPlayer();
    this.seek(0);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.play();
  }

  addPlayer() {
    const [button, scrub] = ["play", "scrub"].map(element);
    element("player").hidden = false;
    // A multiple of its step: it could not be drawn to the very end otherwise.
    scrub.max = Math.ceil(this.length / scrub.step) * scrub.step;
    button.onclick = () => (this.timer ? this.stop() : this.play());
    scrub.oninput = () => {
      this.stop();
      this.seek(Number(scrub.value));
    };
    // A page that is not seen stands still.
    document.addEventListener("visibilitychange", () => document.hidden && this.stop());
  }

  play() {
    if (this.time >= this.length) this.seek(0);
    let before = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      this.advance(this.time + now - before);
      before = now;
      if (this.time >= this.length) this.stop();
    }, pause);
    element("play").textContent = "Pause";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    element("play").textContent = "Play";
  }

  seek(time) {
    this.next = 0;
    this.handlers.onRewind();
    this.advance(time);
  }

  /** Shows what happens until then. */
  advance(time) {
    const { moments } = this.recording;
    for (; this.next < moments.length && moments[this.next].at <= time; this.next += 1) {
      const { at, update } = moments[this.next];
      if (!update) continue;
      this.time = at;
      this.handlers.onUpdate(update, false);
    }
    this.time = Math.min(time, this.length);
    this.handlers.onScroll(this.top * rowHeight);
    element("scrub").value = this.time;
    element("time").textContent = `${(this.time / 1000).toFixed(1)} s of ${(this.length / 1000).toFixed(1)} s`;
  }

  /** The topmost row, with what is gone of it: between two reports the table goes on evenly. */
  get top() {
    const after = this.scrolls.findIndex((scroll) => scroll.at > this.time);
    const [before, next] = [this.scrolls.at(after === -1 ? -1 : Math.max(0, after - 1)), this.scrolls[after]];
    if (!before) return 0;
    // What came after a rest came at once.
    if (!next || next.at - before.at > 250 || next.at <= before.at) return before.rows[0];
    const share = Math.max(0, this.time - before.at) / (next.at - before.at);
    return before.rows[0] + (next.rows[0] - before.rows[0]) * share;
  }

  /** Where a picture is; empty where there is none. */
  image(engine, row, image) {
    return this.recording.pictures[`${row}/${image}`] ?? "";
  }

  async names(table, first, last) {
    return Array.from({ length: last - first }, (_, index) => this.recording.names[first + index] ?? "");
  }

  // Nobody hears what the page has to say.
  say() {}
  sayTo() {}
}
