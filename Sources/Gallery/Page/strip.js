// The figures above a table.

import { fromTemplate } from "./column.js";

const titles = {
  gcd: "Grand Central Dispatch",
  operation: "Operation and OperationQueue",
  serial: "all on the main queue",
};

export class Strip {
  constructor(engine, parent) {
    this.element = fromTemplate("strip");
    this.element.dataset.engine = engine;
    this.element.querySelector("h2 b").textContent = engine;
    this.element.querySelector("h2 small").textContent = titles[engine] ?? "";
    this.badge = this.element.querySelector(".badge");
    parent.append(this.element);
    this.isActive = false;
  }

  show(strip) {
    const { waiting, running, cancelled, fetched, wasted } = strip;
    const texts = { waiting, running, cancelled, fetched: bytes(fetched), wasted: bytes(wasted) };
    for (const [name, text] of Object.entries(texts)) {
      this.element.querySelector(`dd[data-is="${name}"]`).textContent = text;
    }
    this.showTimes("shown", strip.shown);
    this.showTimes("sepia", strip.sepia);
    this.showBadge(strip);
    this.isActive = running > 0;
  }

  showTimes(name, times) {
    const what = name === "shown" ? "its photo" : "its sepia photo";
    const row = this.element.querySelector(`tr[data-is="${name}"]`);
    row.dataset.waiting = times.isWaiting;
    row.title = `From the end of a scroll until every row in sight shows ${what}. ${stops(times)}`;
    [times.now, times.median, times.worst].forEach((time, index) => {
      row.querySelectorAll("td")[index].textContent = seconds(time);
    });
  }

  showBadge({ stalled, longestStall, isSuspended, running, waiting }) {
    const [is, text] = stalled
      ? ["stalled", `stalled ${stalled.toFixed(1)} s`]
      : isSuspended
        ? ["suspended", "suspended"]
        : running
          ? ["running", "running"]
          : waiting
            ? ["waiting", "waiting"]
            : ["idle", "idle"];
    this.badge.dataset.is = is;
    this.badge.textContent = text;
    this.badge.title = longestStall ? `The main queue was stalled for ${longestStall.toFixed(1)} s at the longest` : "";
  }
}

function stops({ complete, cutShort }) {
  if (!cutShort) return "";
  const was = cutShort === 1 ? "was" : "were";
  return `${cutShort} of ${complete + cutShort} stops ${was} interrupted by the next scroll or a memory warning.`;
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
