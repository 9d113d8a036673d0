// A recording that takes the place of the program. The page receives the recorded updates at their original times.

/** Calls the same handlers as `Program`, `onMoments(time, update)` for each update in advance, `onRewind()`, `onTime(time)`, and
 * `onScroll(top)` with the position of the table's top edge in pixels. */
class Recording {
  /** The milliseconds between two checks of the clock. */
  static pause = 40;

  constructor(recording, handlers) {
    this.recording = recording;
    this.handlers = handlers;
    /** The index of the next moment. */
    this.next = 0;
    this.time = 0;
  }

  /** The current time in milliseconds, which stops while the player is paused. */
  get now() {
    return this.time;
  }

  open() {
    document.body.dataset.recording = true;
    element("scroller").ariaLabel = "Photos";
    const { moments, tables, engines = [] } = this.recording;
    this.length = moments.at(-1)?.at ?? 0;
    this.scrolls = moments.filter((moment) => moment.rows);
    const [first, last] = this.scrolls[0]?.rows ?? [0, 8];
    element("scroller").style.maxHeight = `${(last - first) * rowHeight}px`;
    this.handlers.onOpen(tables, engines);
    for (const { at, update } of moments) if (update) this.handlers.onMoments(at, update);
    this.addPlayer();
    this.seek(0);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.play();
  }

  addPlayer() {
    const [button, scrub] = ["play", "scrub"].map(element);
    element("player").hidden = false;
    // Rounded up to a multiple of the step. Otherwise, the slider couldn't reach the end.
    scrub.max = Math.ceil(this.length / scrub.step) * scrub.step;
    button.onclick = () => (this.timer ? this.stop() : this.play());
    scrub.oninput = () => this.stopAt(Number(scrub.value));
    // Playback pauses while the page is hidden.
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
    }, Recording.pause);
    element("play").textContent = "Pause";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    element("play").textContent = "Play";
  }

  stopAt(time) {
    this.stop();
    this.seek(time);
  }

  seek(time) {
    this.next = 0;
    this.handlers.onRewind();
    this.advance(time);
  }

  /** Plays all updates up to the given time. */
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
    this.handlers.onTime(this.time);
    element("scrub").value = this.time;
    element("time").textContent = `${(this.time / 1000).toFixed(1)} s of ${(this.length / 1000).toFixed(1)} s`;
  }

  /** The topmost row, with a fraction for its hidden part. Between two reports, the table moves evenly. */
  get top() {
    const after = this.scrolls.findIndex((scroll) => scroll.at > this.time);
    const [before, next] = [this.scrolls.at(after === -1 ? -1 : Math.max(0, after - 1)), this.scrolls[after]];
    if (!before) return 0;
    // A longer gap between reports is a rest, which ends with a jump.
    if (!next || next.at - before.at > 250 || next.at <= before.at) return before.rows[0];
    const share = Math.max(0, this.time - before.at) / (next.at - before.at);
    return before.rows[0] + (next.rows[0] - before.rows[0]) * share;
  }

  /** The URL of a picture, or an empty string if there is none. */
  image(engine, row, image) {
    return this.recording.pictures[`${row}/${image}`] ?? "";
  }

  async names(table, first, last) {
    return Array.from({ length: last - first }, (_, index) => this.recording.names[first + index] ?? "");
  }

  // A recording doesn't respond to the page.
  say() {}
  sayTo() {}
}
