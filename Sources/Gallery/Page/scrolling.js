// When a scroll begins, which rows it passes, and when it has come to rest.

export const rowHeight = 80;
/** No browser lays out much more than this, in pixels. */
const tallest = 16_000_000;
/** Without a scroll for so long, in milliseconds, and no finger on the screen, it has come to rest. */
const restAfter = 150;
/** Rows are told this often while it goes on, in milliseconds. */
const tellEvery = 100;

/** Watches `scroller`. Calls `onDraw()` before a frame that shows other rows, and `onEvent(kind, {first, last})`. */
export class Scrolling {
  constructor(scroller, space, { onDraw, onEvent }) {
    Object.assign(this, { scroller, space, onDraw, onEvent });
    this.isScrolling = false;
    this.isHeld = false;
    this.toldAt = 0;
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    const hold = (isHeld) => () => {
      this.isHeld = isHeld;
      if (!isHeld && this.isScrolling) this.restSoon();
    };
    scroller.addEventListener("touchstart", hold(true), { passive: true });
    for (const end of ["touchend", "touchcancel"]) scroller.addEventListener(end, hold(false));
    new ResizeObserver(() => this.resized()).observe(scroller);
  }

  set rows(count) {
    this.space.style.height = `${Math.max(Math.min(count * rowHeight, tallest), 1)}px`;
  }

  get top() {
    return this.scroller.scrollTop;
  }

  get height() {
    return this.scroller.clientHeight;
  }

  /** Rows that are on the screen, if only in part; the last is not included. */
  get inSight() {
    return { first: Math.floor(this.top / rowHeight), last: Math.ceil((this.top + this.height) / rowHeight) };
  }

  scrolled() {
    if (!this.isScrolling) {
      this.isScrolling = true;
      this.onEvent("began", {});
    }
    const now = performance.now();
    if (now - this.toldAt >= tellEvery) {
      this.toldAt = now;
      this.onEvent("moved", this.inSight);
    }
    this.restSoon();
    this.draw();
  }

  restSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => !this.isHeld && this.rest(), restAfter);
  }

  rest() {
    this.isScrolling = false;
    this.onEvent("rested", this.inSight);
  }

  resized() {
    this.draw();
    if (!this.isScrolling) this.restSoon();
  }

  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = undefined;
      this.onDraw();
    });
  }
}
