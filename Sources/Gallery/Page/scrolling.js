// Tracks the scroll position, reports the visible rows, and detects when the scroll has come to rest.

const rowHeight = 80;
/** The largest height in pixels that all browsers can lay out. The scroll bar of a taller table is scaled. */
const tallest = 16_000_000;
/** The milliseconds without a scroll, and without a finger on the screen, after which the scroll has come to rest. */
const restAfter = 150;
/** The milliseconds between two reports of the visible rows. */
const reportEvery = 100;
/** A jump by more than this many screens means that the user is dragging the scroll bar. */
const farthest = 4;
/** The storage key of the scroll position, which survives a reload. */
const memory = "top";

/** Watches `scroller`. Calls `onDraw()` before a frame that shows other rows, and `onEvent(kind, {first, last})`. */
class Scrolling {
  constructor(scroller, space, { onDraw, onEvent }) {
    Object.assign(this, { scroller, space, onDraw, onEvent });
    this.isScrolling = false;
    this.isHeld = false;
    this.reportedAt = 0;
    /** The position of the top edge in the table, in pixels. */
    this.top = recall();
    /** The browser's scroll position when it was last set or reported. */
    this.scrollTop = scroller.scrollTop;
    this.setRows(0, false);
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    const hold = (isHeld) => () => {
      this.isHeld = isHeld;
      if (!isHeld && this.isScrolling) this.restSoon();
    };
    scroller.addEventListener("touchstart", hold(true), { passive: true });
    for (const end of ["touchend", "touchcancel"]) scroller.addEventListener(end, hold(false));
    // A hidden page isn't told when a finger is lifted.
    document.addEventListener("visibilitychange", hold(false));
    scroller.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("pagehide", () => remember(this.top));
    new ResizeObserver(() => this.resized()).observe(scroller);
  }

  /** Sets the number of rows so far. Until the list is complete, the table keeps its position. */
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

  /** The lowest possible position of the top edge. */
  get bottom() {
    return Math.max(0, this.rows * rowHeight - this.height);
  }

  /** The number of table pixels per pixel of the scroll bar. */
  get scale() {
    return this.rows * rowHeight > tallest ? this.bottom / Math.max(1, tallest - this.height) : 1;
  }

  /** The rows that are visible, including partly visible ones. `last` is exclusive. */
  get inSight() {
    return { first: Math.floor(this.top / rowHeight), last: Math.ceil((this.top + this.height) / rowHeight) };
  }

  /** Whether the browser has scrolled but not reported it yet. It reports with the next frame, which a busy browser
   * draws late. */
  get isAhead() {
    return !this.isPlaced && this.scroller.scrollTop !== this.scrollTop;
  }

  scrolled() {
    const way = this.scroller.scrollTop - this.scrollTop;
    // The position was set by this class.
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

  /** Handles the Home and End keys for a table that is taller than its scroll bar's range, because the browser doesn't
   * know its ends. */
  pressed({ key }) {
    if (this.isPlaced || this.scale === 1 || (key !== "Home" && key !== "End")) return;
    this.top = key === "Home" ? 0 : this.bottom;
    this.moved();
  }

  /** Moves the scroll bar to the table's position. */
  sync() {
    if (this.isScrolling || this.isAhead) return;
    this.top = Math.min(this.top, this.bottom);
    const place = this.top / this.scale;
    if (Math.abs(this.scroller.scrollTop - place) >= 1) this.scroller.scrollTop = place;
    this.scrollTop = this.scroller.scrollTop;
  }

  /** Shows another position. From now on, the user can't scroll. */
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

  /** Starts nothing until the next scroll comes to rest, however the window changes. */
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

// Storage access throws if the browser doesn't allow the page to store anything.

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
