// Draws the last ten seconds of the slots of an engine's two queues, as bars on a canvas.

/** The two queues, from top to bottom. */
const queues = ["download", "filter"];
const forEachQueue = (value) => Object.fromEntries(queues.map((queue) => [queue, value()]));
/** The milliseconds from the left edge to the right. */
const span = 10_000;
/** The height of the area above a queue's slots, which shows the number of waiting jobs, in slots. */
const levelHeight = 2;

const looks = new Set();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => looks.forEach((lanes) => lanes.readColors()));

class Lanes {
  /** The milliseconds between two drawings. */
  static pause = 100;

  /** @param clock an object whose `now` is the time in milliseconds. */
  constructor(canvas, clock) {
    this.canvas = canvas;
    this.clock = clock;
    this.context = canvas.getContext("2d");
    this.slots = forEachQueue(() => 1);
    this.clear();
    this.readColors();
    looks.add(this);
    new ResizeObserver(() => this.resized()).observe(canvas);
  }

  end() {
    looks.delete(this);
    clearTimeout(this.timer);
  }

  /** Removes everything, because the next update is complete. */
  clear() {
    this.bars = new Map();
    this.levels = forEachQueue(() => []);
    /** The offset from the program's time to the page's, taken from the fastest update so far. */
    this.offset = Infinity;
  }

  readColors() {
    // Standard properties are read because they are computed. Custom properties would contain the source text,
    // light-dark(…).
    const { color, outlineColor, textDecorationColor } = getComputedStyle(this.canvas);
    this.colors = { hue: color, suspended: outlineColor, lane: textDecorationColor };
    this.hatching = undefined;
    this.draw();
  }

  resized() {
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.hatching = undefined;
    this.draw();
  }

  apply({ now, bars, levels }) {
    this.offset = Math.min(this.offset, this.clock.now - now);
    for (const bar of bars) this.bars.set(bar.id, bar);
    for (const [queue, level] of Object.entries(levels)) this.levels[queue].push({ at: now, ...level });
    this.drawSoon();
  }

  get now() {
    return this.clock.now - this.offset;
  }

  /** Draws repeatedly, as long as something moves. */
  drawSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.draw();
      if (this.isMoving && !document.hidden) this.drawSoon();
    }, Lanes.pause);
  }

  /** Whether there is anything to see besides the empty lanes. */
  get isMoving() {
    return this.bars.size > 0 || queues.some((queue) => this.levels[queue].length > 1 || this.levels[queue].at(-1)?.waiting);
  }

  draw() {
    const { context, canvas, now } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width) return;
    this.forget(now - span);
    context.clearRect(0, 0, width, height);
    const units = queues.reduce((sum, queue) => sum + this.slots[queue] + levelHeight, 0);
    const unit = (height - 3) / units;
    const x = (time) => Math.max(0, width - ((now - time) / span) * width);
    let top = 0;
    for (const queue of queues) {
      const [slots, level] = [this.slots[queue] * unit, levelHeight * unit];
      this.drawLanes(queue, top + level, unit, width);
      this.drawBars(queue, top, level, unit, x, now);
      this.drawLevel(queue, top, level - 1, x, now);
      top += slots + level + 3;
    }
  }

  /** Drops the bars and levels that have moved past the left edge. */
  forget(time) {
    for (const [id, bar] of this.bars) if (bar.to < time) this.bars.delete(id);
    for (const queue of queues) {
      const levels = this.levels[queue];
      // The last level before the left edge is kept, because it still applies at the edge.
      while (levels.length > 1 && levels[1].at < time) levels.shift();
    }
  }

  drawLanes(queue, top, unit, width) {
    this.context.fillStyle = this.colors.lane;
    for (let slot = 0; slot < this.slots[queue]; slot++) {
      this.context.fillRect(0, top + slot * unit, width, Math.max(unit - 1, 0.5));
    }
  }

  drawBars(queue, top, level, unit, x, now) {
    const { context } = this;
    const bars = [...this.bars.values()].filter((bar) => bar.queue === queue);
    for (const { from, to } of bars.filter((bar) => bar.slot === undefined)) {
      context.fillStyle = this.colors.suspended;
      context.fillRect(x(from), top, x(to ?? now) - x(from), level + this.slots[queue] * unit);
    }
    for (const { from, to, slot, end, listed } of bars.filter((bar) => bar.slot !== undefined)) {
      const [left, lane] = [x(from), top + level + slot * unit];
      const box = [left, lane, Math.max(x(to ?? now) - left - 0.5, 1), Math.max(unit - 1, 0.5)];
      context.fillStyle = end === "cancelled" ? this.hatch : this.colors.hue;
      context.fillRect(...box);
      // A job from our lists has a gap behind its beginning.
      if (listed && box[2] > 5) context.clearRect(left + 2, lane, 2, box[3]);
    }
  }

  /** Draws the number of waiting jobs as an outline, which is filled up to the number of those in our lists, and the jobs that were cancelled while waiting as hatched bars. */
  drawLevel(queue, top, height, x, now) {
    const { context } = this;
    const levels = this.levels[queue];
    const most = Math.max(this.slots[queue] * 2, ...levels.map(({ waiting, dropped }) => Math.max(waiting, dropped)));
    const y = (count) => top + height - (count / most) * (height - 1);
    context.strokeStyle = this.colors.hue;
    context.lineWidth = 1;
    levels.forEach(({ at, waiting, listed = 0, dropped }, index) => {
      const [left, right] = [x(at), x(levels[index + 1]?.at ?? now)];
      if (listed && right > left) {
        context.globalAlpha = 0.4;
        context.fillStyle = this.colors.hue;
        context.fillRect(left, y(listed), right - left, top + height - y(listed));
        context.globalAlpha = 1;
      }
      if (waiting && right > left) {
        context.beginPath();
        context.moveTo(left, y(levels[index - 1]?.waiting ?? 0));
        context.lineTo(left, y(waiting));
        context.lineTo(right, y(waiting));
        context.lineTo(right, y(levels[index + 1]?.waiting ?? waiting));
        context.stroke();
      }
      if (dropped && left > 0) {
        context.fillStyle = this.hatch;
        context.fillRect(left - 6, y(dropped), 6, top + height - y(dropped));
      }
    });
  }

  get hatch() {
    if (this.hatching) return this.hatching;
    const ratio = devicePixelRatio;
    const size = 5 * ratio;
    const tile = new OffscreenCanvas(size, size);
    const context = tile.getContext("2d");
    context.strokeStyle = this.colors.hue;
    context.lineWidth = 2 * ratio;
    for (const shift of [-size, 0, size]) {
      context.moveTo(shift, size);
      context.lineTo(shift + size, 0);
    }
    context.stroke();
    this.hatching = this.context.createPattern(tile, "repeat");
    this.hatching.setTransform(new DOMMatrix().scale(1 / ratio));
    return this.hatching;
  }
}
