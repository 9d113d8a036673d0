import Foundation
import Synchronization

/// A headless Chromium, driven by chromedriver over the WebDriver protocol (https://www.w3.org/TR/webdriver2/).
public final class Browser: Sendable {
  /// The path of chromedriver, or nil if it isn't installed. chromedriver finds its browser on its own.
  static let driver: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/chromedriver" }.first(
      where: FileManager.default.isExecutableFile)
  }()

  public static let isInstalled = driver != nil
  public static let missing =
    "no chromedriver here: install it with Chromium (apt-get install chromium chromium-driver)"

  /// Browsers that no test is using at the moment. They are reused because launching one takes longer than
  /// most tests, and are closed when the test run ends.
  private static let idle = Mutex<[Browser]>([])
  private static let endsIdle: Void = { atexit { Browser.idle.withLock { $0 = [] } } }()

  private let process: Child
  private let port: Int
  /// The path prefix for this session's requests.
  private let session: String

  /// - Parameters:
  ///   - size: The size of the page, in pixels.
  ///   - isDark: Whether the page is told that the user prefers dark mode.
  ///   - isPrinted: Whether the page is shown as it would be printed.
  public static func open(
    _ address: String, size: (width: Int, height: Int) = (1000, 800), isDark: Bool = false,
    isPrinted: Bool = false
  ) async throws -> Browser {
    let browser: Browser
    if let kept = idle.withLock({ $0.popLast() }) {
      browser = kept
    } else {
      let (process, port) = try await startDriver()
      browser = try await Browser(process: process, port: port)
      // Add the listener only once, because it stays with the browser.
      try await browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": listener])
    }
    try await browser.setSize(size)
    try await browser.command(
      "Emulation.setEmulatedMedia",
      [
        "media": isPrinted ? "print" : "",
        "features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]],
      ])
    try await browser.go(to: address)
    return browser
  }

  /// Records problems in a page: script errors, resources that can't be loaded, and messages logged as errors.
  private static let listener = """
    window.problems = [];
    addEventListener("error", (event) => problems.push(event.message ?? `not loaded: ${event.target.outerHTML}`), true);
    addEventListener("unhandledrejection", (event) => problems.push(String(event.reason)));
    const write = console.error;
    console.error = (...words) => (problems.push(words.join(" ")), write(...words));
    """

  private init(process: Child, port: Int) async throws {
    self.process = process
    self.port = port
    var arguments = [
      "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb",
    ]
    // Chromium refuses to sandbox processes of root. Only our own pages are opened, so it can do without.
    if geteuid() == 0 { arguments.append("--no-sandbox") }
    let wishes: [String: Any] = [
      "goog:chromeOptions": ["args": arguments], "timeouts": ["script": 600_000, "pageLoad": 600_000],
    ]
    let reply: Any?
    do {
      reply = try await Self.ask(port, "POST", "/session", ["capabilities": ["alwaysMatch": wishes]])
    } catch {
      process.send(SIGKILL)
      throw error
    }
    guard let id = (reply as? [String: Any])?["sessionId"] as? String else {
      process.send(SIGKILL)
      throw BrowserError(description: "no session: \(String(describing: reply))")
    }
    session = "/session/\(id)"
  }

  /// Ends the session first, because ending only chromedriver would leave its browser running.
  deinit {
    guard process.isRunning else { return }
    _ = try? PlainHTTP.exchange("DELETE", port: port, path: session, body: Data())
    process.send(SIGKILL)
  }

  /// Launches chromedriver. It chooses a port and prints it.
  private static func startDriver() async throws -> (Child, port: Int) {
    guard let driver else { throw BrowserError(description: missing) }
    // chromedriver wants the same port for IPv4 and IPv6, and gives up if the second one is taken.
    for _ in 1...5 {
      if let started = try await start(driver) { return started }
    }
    throw BrowserError(description: "chromedriver does not start")
  }

  private static func start(_ driver: String) async throws -> (Child, port: Int)? {
    let output = Pipe()
    // chromedriver doesn't inherit the standard error of the test run. Otherwise, the test run wouldn't end
    // before chromedriver does.
    let driver = try Child(driver, ["--port=0"], output: .pipe(output))
    let port: Int? = await withCheckedContinuation { go in
      Thread.detachNewThread {
        var text = ""
        while case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
          text += String(decoding: bytes, as: UTF8.self)
          guard let match = text.firstMatch(of: /successfully on port (\d+)/) else { continue }
          return go.resume(returning: Int(match.1))
        }
        go.resume(returning: nil)
      }
    }
    return port.map { (driver, $0) }
  }

  // MARK: Actions

  /// Sets the size of the page, in pixels. Setting the size of the window would include the browser's own bars,
  /// which vary.
  private func setSize(_ size: (width: Int, height: Int)) async throws {
    try await command(
      "Emulation.setDeviceMetricsOverride",
      ["width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": false])
  }

  /// Changes the size of the page, in pixels, and returns when the page has been drawn at that size.
  public func resize(to size: (width: Int, height: Int)) async throws {
    try await setSize(size)
    try await until("innerWidth === \(size.width) && innerHeight === \(size.height)")
    _ = try await runLater(
      "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));")
  }

  public func go(to address: String) async throws { try await ask("POST", "url", ["url": address]) }

  /// Sends a command to Chromium itself (https://chromedevtools.github.io/devtools-protocol/).
  private func command(_ name: String, _ parameters: [String: Any]) async throws {
    try await ask("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  /// Runs a function body in the page and returns its value.
  @discardableResult
  public func run(_ script: String) async throws -> Any? {
    try await ask("POST", "execute/sync", ["script": script, "args": [Any]()])
  }

  /// Waits in the page until an expression is true.
  ///
  /// - Throws: `BrowserError` with the contents of the page if that takes more than five minutes, so that a
  ///   test fails instead of hanging.
  public func until(_ condition: String) async throws {
    let script = """
      const done = arguments[0], end = Date.now() + 300_000;
      const look = () => {
        if (\(condition)) done(true);
        else if (Date.now() < end) setTimeout(look, 20);
        else done(document.body.innerText + document.getElementById("scroller")?.scrollTop);
      };
      look();
      """
    let reply = try await ask("POST", "execute/async", ["script": script, "args": [Any]()])
    guard let page = reply as? String else { return }
    throw BrowserError(description: "not within five minutes: \(condition)\n\(page)")
  }

  /// Scrolls down by `pixels` in each of `frames` frames, and returns when the last one has been drawn.
  public func scroll(by pixels: Int, frames: Int) async throws {
    let script = """
      const done = arguments[0], scroller = document.getElementById("scroller");
      let left = \(frames);
      const step = () => {
        scroller.scrollTop += \(pixels);
        left -= 1;
        requestAnimationFrame(left > 0 ? step : () => done(true));
      };
      step();
      """
    try await ask("POST", "execute/async", ["script": script, "args": [Any]()])
  }

  /// Runs a function body in the page. The body must eventually call its argument with the value to return.
  public func runLater(_ script: String) async throws -> Any? {
    try await ask("POST", "execute/async", ["script": script, "args": [Any]()])
  }

  public func press(_ key: String) async throws {
    let actions: [[String: Any]] = [
      [
        "type": "key", "id": "keyboard",
        "actions": [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]],
      ]
    ]
    try await ask("POST", "actions", ["actions": actions])
  }

  /// Clicks on the first element that matches a CSS selector.
  public func click(_ selector: String) async throws {
    let found = try await ask("POST", "element", ["using": "css selector", "value": selector])
    guard let id = (found as? [String: Any])?.values.first as? String else {
      throw BrowserError(description: "nothing is \(selector)")
    }
    try await ask("POST", "element/\(id)/click", [:])
  }

  /// Opens another window, to which all following commands go.
  public func openWindow() async throws {
    let reply = try await ask("POST", "window/new", ["type": "window"])
    guard let handle = (reply as? [String: Any])?["handle"] as? String else { return }
    try await ask("POST", "window", ["handle": handle])
  }

  /// Closes a window other than the current one.
  public func closeOtherWindow() async throws {
    let handles = try await windows()
    let current = try await ask("GET", "window", nil) as? String
    guard let current, let other = handles.first(where: { $0 != current }) else {
      throw BrowserError(description: "there is no other window")
    }
    try await ask("POST", "window", ["handle": other])
    try await ask("DELETE", "window", nil)
    try await ask("POST", "window", ["handle": current])
  }

  private func windows() async throws -> [String] {
    try await ask("GET", "window/handles", nil) as? [String] ?? []
  }

  /// Saves a screenshot of the page to this file.
  public func takePicture(_ path: String) async throws {
    let text = try await ask("GET", "screenshot", nil) as? String
    try text.flatMap { Data(base64Encoded: $0) }?.write(to: URL(fileURLWithPath: path))
  }

  /// Leaves the page, so that another test can use the browser. If a failed test doesn't call this, its browser
  /// ends with the test.
  public func quit() async {
    do {
      while try await windows().count > 1 { try await closeOtherWindow() }
      try await go(to: "about:blank")
    } catch {
      return
    }
    _ = Self.endsIdle
    Self.idle.withLock { $0.append(self) }
  }

  // MARK: Protocol

  @discardableResult
  private func ask(_ method: String, _ path: String, _ body: [String: Any]?) async throws -> Any? {
    try await Self.ask(port, method, "\(session)/\(path)", body)
  }

  private static func ask(
    _ port: Int, _ method: String, _ path: String, _ body: [String: Any]?
  ) async throws -> Any? {
    let data = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    let answer = try await PlainHTTP.ask(method, port: port, path: path, body: data)
    guard answer.status == 200 else {
      throw BrowserError(description: "\(method) \(path): \(String(decoding: answer.body, as: UTF8.self))")
    }
    return (try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])?["value"]
  }
}

public struct BrowserError: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) { self.description = description }
}
