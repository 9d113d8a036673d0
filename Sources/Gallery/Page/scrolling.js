// Where the table is scrolled to, which rows it passes, and when it has come to rest.

export const rowHeight = 80;
/** No browser lays out much more than this, in pixels. The scroll bar of a taller table stands for it in proportion. */
const tallest = 16_000_000;
/** Without a scroll for so long, in milliseconds, and no finger on the screen, it has come to rest. */
const restAfter = 150;
/** Which rows it passes is reported this often, in milliseconds. */
const reportEvery = 100;
/** Further than so many screens at once goes only who drags the scroll bar. */
const farthest = 4;
/** Where the table was, for a page that is loaded again. */
const memory = "top";

/** Watches `scroller`. Calls `onDraw()` before a frame that shows other rows, and `onEvent(kind, {first, last})`. */
export class Scrolling {
  constructor(scroller, space, { onDraw, onEvent }) {
    Object.assign(this, { scroller, space, onDraw, onEvent });
    this.isScrolling = false;
    this.isHeld = false;
    this.reportedAt = 0;
    /** Where the top edge is in the table, in pixels. */
    this.top = recall();
    /** Where the browser's scroll bar was when it was last set, or heard of. */
    this.scrollTop = scroller.scrollTop;
    this.setRows(0, false);
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    const hold = (isHeld) => () => {
      this.isHeld = isHeld;
      if (!isHeld && this.isScrolling) this.restSoon();
    };
    scroller.addEventListener("touchstart", hold(true), { passive: true });
    for (const end of ["touchend", "touchcancel"]) scroller.addEventListener(end, hold(false));
    // Of a finger that is lifted from a hidden page nobody hears.
    document.addEventListener("visibilitychange", hold(false));
    scroller.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("pagehide", () => remember(this.top));
    new ResizeObserver(() => this.resized()).observe(scroller);
  }

  /** How many rows there are so far. Until all are there, the table stays where it is. */
  setRows(count, isAll) {
    const rows = isAll ? count : Math.max(count, Math.ceil((this.top + this.height) / rowHeight));
    if (rows === this.rows) return;
    this.rows = rows;
    this.space.style.height = `${Math.max(Math.min(rows * rowHeight, tallest), 1)}px`;
    this.sync();
  }

  get height() {
    return this.scroller.clientHeight;
  }

  /** The lowest that the top edge can be. */
  get bottom() {
    return Math.max(0, this.rows * rowHeight - this.height);
  }

  /** Pixels of the table to one of the scroll bar's way. */
  get scale() {
    return this.rows * rowHeight > tallest ? this.bottom / Math.max(1, tallest - this.height) : 1;
  }

  /** Rows that are on the screen, if only in part; the last is not included. */
  get inSight() {
    return { first: Math.floor(this.top / rowHeight), last: Math.ceil((this.top + this.height) / rowHeight) };
  }

  /** Whether the browser has scrolled and has yet to say so: it does with the next frame, which a busy one draws late. */
  get isAhead() {
    return !this.isPlaced && this.scroller.scrollTop !== this.scrollTop;
  }

  scrolled() {
    const way = this.scroller.scrollTop - this.scrollTop;
    // It was set from here.
    if (way === 0) return;
    if (this.isPlaced) return this.sync();
    this.scrollTop += way;
    const isNear = this.scale !== 1 && Math.abs(way) < farthest * this.height;
    this.top = Math.min(Math.max(isNear ? this.top + way : this.scrollTop * this.scale, 0), this.bottom);
    this.moved();
  }

  moved() {
    if (!this.isScrolling) {
      this.isScrolling = true;
      this.onEvent("began", {});
    }
    const now = performance.now();
    if (now - this.reportedAt >= reportEvery) {
      this.reportedAt = now;
      this.onEvent("moved", this.inSight);
    }
    this.restSoon();
    this.draw();
  }

  /** The ends of a table that is taller than its scroll bar's way, which the browser does not know. */
  pressed({ key }) {
    if (this.isPlaced || this.scale === 1 || (key !== "Home" && key !== "End")) return;
    this.top = key === "Home" ? 0 : this.bottom;
    this.moved();
  }

  /** Puts the scroll bar where the table is. */
  sync() {
    if (this.isScrolling || this.isAhead) return;
    this.top = Math.min(this.top, this.bottom);
    const place = this.top / this.scale;
    if (Math.abs(this.scroller.scrollTop - place) >= 1) this.scroller.scrollTop = place;
    this.scrollTop = this.scroller.scrollTop;
  }

  /** Shows another place: from now on nobody else scrolls. */
  place(top) {
    this.isPlaced = true;
    this.isScrolling = false;
    this.top = top;
    this.sync();
    this.draw();
  }

  restSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => !this.isHeld && this.rest(), restAfter);
  }

  /** Nothing is to start before the next scroll comes to rest, however the window changes. */
  wait() {
    clearTimeout(this.timer);
    this.isWaiting = true;
  }

  rest() {
    if (this.isAhead) return this.scrolled();
    this.isScrolling = false;
    this.isWaiting = false;
    this.sync();
    remember(this.top);
    this.onEvent("rested", this.inSight);
  }

  resized() {
    this.draw();
    if (!this.isScrolling && !this.isWaiting && !this.isPlaced) this.restSoon();
  }

  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = undefined;
      this.onDraw();
    });
  }
}

// A browser may keep nothing for a page, and then throws.

function recall() {
  try {
    return Number(sessionStorage.getItem(memory)) || 0;
  } catch {
    return 0;
  }
}

function remember(top) {
  try {
    sessionStorage.setItem(memory, top);
  } catch {}
}
