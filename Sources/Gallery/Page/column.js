// One engine's table. Only the rows near the viewport exist in the document.

/** The number of extra rows beyond each edge, which are ready for the next scroll. */
const margin = 4;
/** Rows are positioned relative to the start of a block of this many rows, because browsers compute positions with 32
 * bits. */
const block = 10_000;
/** The milliseconds for which a photo has to be shown to be noticed. */
const seenAfter = 250;
/** The number of names in a request. */
const page = 200;

const words = {
  new: "",
  downloading: "downloading",
  downloaded: "downloaded",
  filtering: "filtering",
  filtered: "sepia",
};

class Column {
  constructor(engine, program, parent) {
    this.engine = engine;
    this.program = program;
    this.element = fromTemplate("column");
    this.element.dataset.engine = parts(engine)[0];
    this.element.setAttribute("aria-label", `Photos of ${engine}`);
    this.stall = this.element.querySelector(".stall");
    this.list = this.element.querySelector(".rows");
    parent.append(this.element);
    this.rows = new Map();
    this.forget();
  }

  /** Forgets all state of the photos, because the next update is complete. */
  forget() {
    this.count = 0;
    this.names = [];
    this.asked = new Set();
    this.states = new Map();
  }

  /** Removes all rows. */
  clear() {
    this.forget();
    for (const row of this.rows.values()) row.element.remove();
    this.rows.clear();
  }

  apply(update) {
    if (update.count !== undefined) this.count = update.count;
    for (const state of update.rows ?? []) {
      this.states.set(state.row, state);
      const row = this.rows.get(state.row);
      if (row) this.fill(row, state.row);
    }
  }

  /** Whether rows without a photo wait for the user, as they do after a memory warning. */
  set isWarned(isWarned) {
    this.element.classList.toggle("warned", isWarned);
  }

  /** The seconds for which the program's main queue has been stalled. Meanwhile, nothing moves, as on a phone. */
  set stalled(seconds) {
    const isStalled = seconds > 0;
    if (isStalled && this.frozenTop === undefined) this.frozenTop = this.top ?? 0;
    if (!isStalled) this.frozenTop = undefined;
    this.element.classList.toggle("stalled", isStalled);
    this.stall.hidden = !isStalled;
    this.stall.textContent = isStalled ? `The main queue has been busy for ${seconds.toFixed(1)} s: nothing moves` : "";
  }

  /** Shows the visible rows of a table that is `height` pixels tall and scrolled down by `top` pixels. */
  draw(top, height) {
    this.top = this.frozenTop ?? top;
    this.element.style.height = `${height}px`;
    const first = Math.max(0, Math.floor(this.top / rowHeight) - margin);
    const last = Math.min(this.count, Math.ceil((this.top + height) / rowHeight) + margin);
    const base = first - (first % block);
    const isFar = base !== this.base;
    this.base = base;
    this.list.style.transform = `translateY(${base * rowHeight - this.top}px)`;
    const spare = [];
    for (const [number, row] of this.rows) {
      if (number < first || number >= last) {
        this.rows.delete(number);
        spare.push(row);
      }
    }
    for (let number = first; number < last; number++) {
      let row = this.rows.get(number);
      const isNew = !row;
      if (isNew) {
        row = spare.pop() ?? new Row(this.list, (number) => this.program.again(this.engine, number));
        this.rows.set(number, row);
        this.fill(row, number);
      }
      if (isNew || isFar) row.element.style.transform = `translateY(${(number - base) * rowHeight}px)`;
    }
    for (const row of spare) row.element.remove();
    this.askForNames(first, last);
  }

  /** Sorts the rows in the document, once a scroll has come to rest. A reused row keeps its old place in the document,
   * but screen readers follow the document's order. */
  order() {
    let next = null;
    for (const [, row] of [...this.rows].sort(([one], [other]) => other - one)) {
      row.element.ariaSetSize = this.count;
      if (row.element.nextElementSibling !== next) this.list.insertBefore(row.element, next);
      next = row.element;
    }
  }

  fill(row, number) {
    const state = this.states.get(number) ?? { state: "new", image: 0 };
    const source = state.image ? this.program.image(this.engine, number, state.image) : "";
    row.fill(number, this.count, this.names[number] ?? "", state, source);
  }

  async askForNames(first, last) {
    for (let start = first - (first % page); start < last; start += page) {
      const end = Math.min(start + page, this.count);
      const isKnown = this.names[end - 1] !== undefined;
      if (isKnown || this.asked.has(start) || start >= end) continue;
      this.asked.add(start);
      const { names, asked } = this;
      const found = await this.program.names(this.engine, start, end).catch(() => []);
      asked.delete(start);
      found.forEach((name, index) => (names[start + index] = name));
      for (const [number, row] of this.rows) if (number >= start && number < end) this.fill(row, number);
    }
  }
}

class Row {
  /** @param again called with the number of a photo that the user wants to try again. */
  constructor(parent, again) {
    this.element = fromTemplate("row");
    this.image = this.element.querySelector("img");
    this.name = this.element.querySelector("b");
    this.note = this.element.querySelector("small");
    this.again = this.element.querySelector("button");
    this.again.onclick = () => {
      // The button disappears with the failure, so keyboard focus is moved before it is lost.
      this.element.closest("#scroller")?.focus({ preventScroll: true });
      again(this.number);
    };
    parent.append(this.element);
  }

  fill(number, count, name, state, source) {
    const isOther = this.number !== number;
    this.number = number;
    this.element.dataset.row = number;
    this.element.dataset.state = state.state;
    this.element.ariaPosInSet = number + 1;
    this.element.ariaSetSize = count;
    setText(this.name, name);
    const reason = state.reason ? `: ${state.reason}` : "";
    setText(this.note, state.state === "failed" ? `Failed to load${reason}` : words[state.state]);
    this.again.hidden = !state.canRetry;
    this.again.ariaLabel = `Try ${name} again`;
    this.show(source, isOther);
  }

  /** Shows a photo. The previous photo of the row stays until the next one has been decoded, and long enough to be
   * seen. */
  async show(source, isOther) {
    if (this.source === source && !isOther) return;
    this.source = source;
    if (isOther || !source) {
      this.image.classList.remove("there");
      this.image.removeAttribute("src");
    }
    if (!source) return;
    if (!isOther && this.image.src) {
      const next = new Image();
      next.src = source;
      await Promise.all([next.decode().catch(() => {}), this.wasSeen]);
      if (this.source !== source) return;
    }
    this.put(source);
  }

  put(source) {
    this.wasSeen = new Promise((resolve) => {
      this.image.onload = () => {
        this.image.classList.add("there");
        setTimeout(resolve, seenAfter);
      };
      this.image.onerror = resolve;
    });
    this.image.src = source;
  }
}

/** Sets the text of an element. An unchanged text causes no layout. */
function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

function fromTemplate(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}
