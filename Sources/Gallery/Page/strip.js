// The figures above a table.

/** The engine of a table and, if the table shows one of two ways, “with” or “without”. */
const parts = (table) => table.split(" ");

class Strip {
  /**
   * @param table the name of the table.
   * @param engines the names and titles of all engines.
   * @param choose called with the engine that the user chooses instead. Without it, there is no menu.
   */
  constructor(table, engines, parent, clock, choose) {
    const [engine, way] = parts(table);
    this.element = fromTemplate("strip");
    this.element.dataset.engine = engine;
    const [name, menu] = [this.element.querySelector("h2 b"), this.element.querySelector("select")];
    name.textContent = table;
    if (choose) {
      menu.append(...engines.map(({ name }) => new Option(name, name, false, name === engine)));
      menu.onchange = () => choose(menu.value);
      name.className = "unseen";
      menu.hidden = false;
    }
    this.element.querySelector("h2 small").textContent =
      way ? "suspending and cancelling" : engines.find(({ name }) => name === engine)?.title ?? "";
    this.badge = this.element.querySelector(".badge");
    this.caption = this.element.querySelector("figcaption");
    parent.append(this.element);
    const canvas = this.element.querySelector("canvas");
    canvas.ariaLabel = `What the slots of ${table}'s two queues did in the last ten seconds`;
    this.lanes = new Lanes(canvas, clock);
    this.isActive = false;
    this.isStalled = false;
  }

  /** Removes the strip from the page. */
  end() {
    this.lanes.end();
    this.element.remove();
  }

  show(strip) {
    const { waiting, running, cancelled, fetched, wasted } = strip;
    const texts = { waiting, running, cancelled, fetched: bytes(fetched), wasted: bytes(wasted), sepia: seconds(strip.sepia.now) };
    for (const [name, text] of Object.entries(texts)) {
      setText(this.element.querySelector(`dd[data-is="${name}"]`), text);
    }
    this.showTimes("shown", strip.shown);
    this.showTimes("sepia", strip.sepia);
    this.showBadge(strip);
    this.showCaption(strip);
    this.lanes.slots = strip.slots;
    this.isActive = running > 0;
    this.isStalled = strip.stalled > 0;
  }

  showTimes(name, times) {
    const row = this.element.querySelector(`tr[data-is="${name}"]`);
    row.dataset.waiting = times.isWaiting;
    [times.now, times.median, times.worst].forEach((time, index) => {
      setText(row.querySelectorAll("td")[index], seconds(time));
    });
  }

  /** Whether a memory warning prevents work from starting. */
  set isWarned(isWarned) {
    this.warnedAt = isWarned ? this.cancelled ?? 0 : undefined;
    if (this.strip) this.showBadge(this.strip);
  }

  /** Whether the program no longer responds, so that the last figures are out of date. */
  set isLost(isLost) {
    this.lost = isLost;
    if (this.strip) this.showBadge(this.strip);
  }

  showBadge(strip) {
    const { stalled, isSuspended, running, waiting, cancelled } = strip;
    [this.strip, this.cancelled] = [strip, cancelled];
    const dropped = cancelled - this.warnedAt;
    const [is, text] = this.lost
      ? ["lost", "no answer"]
      : stalled
        ? ["stalled", `stalled ${stalled.toFixed(1)} s`]
        : this.warnedAt !== undefined
          ? ["warned", dropped > 0 ? `warning: ${dropped} dropped` : "warning: nothing to drop"]
          : isSuspended
            ? ["suspended", "suspended"]
            : running
              ? ["running", "running"]
              : waiting
                ? ["waiting", "waiting"]
                : ["idle", "idle"];
    this.badge.dataset.is = is;
    setText(this.badge, text);
  }

  showCaption({ sepia: { complete, cutShort }, longestStall }) {
    const facts = ["The last ten seconds"];
    if (cutShort) facts.push(`${cutShort} of ${complete + cutShort} stops interrupted`);
    if (longestStall) facts.push(`longest stall ${longestStall.toFixed(1)} s`);
    setText(this.caption, facts.join(" · "));
  }
}

function bytes(count) {
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  while (count >= 999.5 && unit < units.length - 1) {
    count /= 1000;
    unit += 1;
  }
  return `${unit && count < 9.95 ? count.toFixed(1) : Math.round(count)} ${units[unit]}`;
}

function seconds(time) {
  if (time === undefined || time === null) return "–";
  return time < 0.995 ? `${Math.round(time * 1000)} ms` : `${time.toFixed(time < 9.95 ? 1 : 0)} s`;
}
