// The page's connection to the program.

/** The milliseconds until a failed request is tried again. */
const retryAfter = 1000;

/** Calls `onOpen(tables, engines)`, `onRefused(reason)`, `onListening()`, `onUpdate(update, isFirst)` and `onLost(isLost)`. */
class Program {
  constructor(handlers) {
    this.handlers = handlers;
    this.waiting = [];
    this.isSending = false;
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    // The program cancels the pending work of a hidden page. Closing the page's connection also leaves it to other
    // windows, because a browser opens only a few per host.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stopListening() : this.listen()));
  }

  /** @param engines the tables to show. Defaults to those with which the program was started. */
  async open(engines = this.engines) {
    this.close();
    this.engines = engines;
    this.waiting = [];
    try {
      const answer = await fetch(engines ? `pages?engines=${engines}` : "pages", { method: "POST" });
      // Another attempt would also be refused, so it is left to the user.
      if (!answer.ok) return this.handlers.onRefused((await answer.text()).trim());
      const page = await answer.json();
      this.id = page.id;
      this.keepsAddress = page.keepsAddress;
      this.handlers.onOpen(page.tables, page.engines);
      this.listen();
    } catch (error) {
      this.handlers.onLost(true);
      setTimeout(() => this.open(), retryAfter);
    }
  }

  /** The current time in milliseconds. */
  get now() {
    return performance.now();
  }

  /** The address of a resource of this page. */
  address(path) {
    return `pages/${this.id}/${path}`;
  }

  /** The address of a row's picture: 1 is the original, 2 the sepia photo. */
  image(engine, row, image) {
    return this.address(`${engine}/image?row=${row}&image=${image}`);
  }

  /** Tries a failed photo again. */
  again(engine, row) {
    this.say(`${engine}/retry`, { row });
  }

  listen() {
    if (!this.id || this.events || document.hidden) return;
    const events = new EventSource(this.address("events"));
    this.events = events;
    let isFirst = true;
    events.onopen = () => {
      isFirst = true;
      this.handlers.onLost(false);
    };
    events.addEventListener("update", (event) => {
      this.handlers.onUpdate(JSON.parse(event.data), isFirst);
      // Called with the first update rather than when the connection opens, because the program ignores scrolls until
      // it has the page's event stream.
      if (isFirst) this.handlers.onListening();
      isFirst = false;
    });
    events.onerror = () => {
      this.handlers.onLost(true);
      // The browser reconnects automatically, unless the program has answered that it doesn't serve this page.
      if (events.readyState === EventSource.CLOSED && this.events === events) {
        this.close();
        setTimeout(() => this.open(), retryAfter);
      }
    };
  }

  stopListening() {
    this.events?.close();
    this.events = undefined;
  }

  close() {
    if (!this.id) return;
    this.stopListening();
    navigator.sendBeacon(this.address("close"));
    this.id = undefined;
  }

  /** Sends requests one after the other, because they could overtake each other on several connections. */
  say(path, values = {}) {
    this.sayTo(this.address(path), values);
  }

  sayTo(address, values) {
    const last = this.waiting.at(-1);
    // Only the latest position of a scroll matters.
    if (values.kind === "moved" && last?.values.kind === "moved") this.waiting.pop();
    this.waiting.push({ address, values });
    this.send();
  }

  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.waiting.length > 0) {
      const { address, values } = this.waiting.shift();
      try {
        await fetch(`${address}?${new URLSearchParams(values)}`, { method: "POST" });
      } catch {
        // Without this request, the queues would stay suspended. All other lost requests are made up for by the event
        // stream.
        if (values.kind === "rested") this.retry ??= setTimeout(() => this.restAgain(), retryAfter);
      }
    }
    this.isSending = false;
  }

  restAgain() {
    this.retry = undefined;
    this.handlers.onListening();
  }

  /** Returns the names of the rows from `first` up to, but not including, `last`. Rows beyond the end are omitted. */
  async names(table, first, last) {
    const answer = await fetch(this.address(`${table}/names?first=${first}&last=${last}`));
    return answer.ok ? answer.json() : [];
  }
}
