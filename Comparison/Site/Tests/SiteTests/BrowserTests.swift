import Foundation
import Lessons
import Records
import Testing

@testable import Site

/// Tests of the site in a real browser, opened from files.
@Suite(
  "The site in a browser", .serialized, .enabled(if: Browser.isInstalled, Comment(rawValue: Browser.missing)))
final class BrowserTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("site-\(UUID())")

  /// The address of the site.
  private let site: String

  init() throws {
    site = "file://\(folder.path)/"
    try SiteFolder(folder.path).write(SiteTests.files.get())
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let lesson = lessonPages[5]
  /// One page of each kind, and the lesson with the most code.
  private static let pages =
    [
      "index.html", lesson, lessonPages[27], Links.decision, Links.glossary, "comparisons/jobs.html",
      "comparisons/scroll.html",
    ] + ReplayPage.all.map(\.path)

  /// The axe accessibility checker, which `.ci/site-check` fetches, or nil if it hasn't been fetched.
  private static let axe = try? SiteTests.clone.text(".build/axe/axe_core_python/axe.min.js")

  @Test(
    "Every kind of page fits its window with its tables, has enough contrast and no errors, light and dark",
    arguments: [320, 1280], [false, true])
  func readable(width: Int, isDark: Bool) async throws {
    // Features that all lessons share are checked only once.
    let isComplete = isDark && width == 320
    let all = try SiteTests.files.get().keys.filter { $0.hasSuffix(".html") }
    try await visit(isComplete ? all : Self.pages, size: (width, 900), isDark: isDark) { browser, page in
      #expect(try await browser.holds(Self.fits), page)
      // Opens everything that can be opened, and highlights a line.
      try await browser.run(
        """
        document.querySelectorAll("details").forEach((part) => (part.open = true));
        document.querySelector(".answers button")?.click();
        document.getElementById("step")?.click();
        """)
      #expect(try await browser.holds(Self.fits), page)
      #expect(try await browser.run(Self.faint) as? [String] == [], page)
      // axe is slow, and finds nothing else in the other two configurations.
      if let axe = Self.axe, isComplete || !isDark && width > 320 {
        try await browser.run(axe)
        let findings = try await browser.runLater(
          """
          const done = arguments[0], words = ({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`;
          axe.run().then(({ violations }) => done(violations.map(words)), (error) => done([String(error)]));
          """)
        #expect(findings as? [String] == [], page)
      }
    }
  }

  /// An expression for whether neither the page nor, on a phone, a table has to be scrolled sideways.
  private static let fits = """
    [document.documentElement, ...document.querySelectorAll(innerWidth < 500 ? ".wide:has(table)" : "none")]
      .every((box) => box.scrollWidth <= box.clientWidth)
    """

  @Test(
    "At most 40 words stand before the front page’s first control, which is in the first screen",
    arguments: sizes)
  func front(width: Int, height: Int) async throws {
    let browser = try await Browser.open(site + "index.html", size: (width, height))
    let before = """
      const control = document.querySelector("main :is(.button, button, summary, input)"), range = document.createRange();
      range.setStart(document.querySelector("main"), 0);
      range.setEndBefore(control);
      return [range.toString().trim().split(/\\s+/).length, control.getBoundingClientRect().bottom];
      """
    let found = try #require(try await browser.run(before) as? [Double])
    #expect((10...40).contains(found[0]) && found[1] < Double(height), "\(found)")
    await browser.quit()
  }

  @Test("The front page marks the lessons that this browser has played, and only these")
  func remembered() async throws {
    let browser = try await Browser.open(site + Self.lesson, size: (1280, 720))
    let marked = "return [...document.querySelectorAll('.played')].map((one) => one.getAttribute('href'))"
    try await browser.go(to: site + "index.html")
    #expect(try await browser.run(marked) as? [String] == [])
    try await browser.go(to: site + Self.lesson)
    try await browser.click(".answers button")
    try await browser.run("show(steps.length - 1)")
    try await browser.go(to: site + "index.html")
    #expect(try await browser.run(marked) as? [String] == [Self.lesson])
    try await browser.run("delete localStorage.played")
    await browser.quit()
  }

  @Test("The search box finds what people type: names of APIs, needs, and the words of crashes")
  func search() async throws {
    let rows = try table(SiteTests.clone.text("Comparison/Site/Tests/queries.tsv")).dropFirst()
    let queries = String(decoding: try JSONEncoder().encode(rows.map { $0[0] }), as: UTF8.self)
    let browser = try await Browser.open(site + "index.html", size: (1280, 720))
    let found = try #require(
      try await browser.run(
        "return \(queries).map((query) => search(query).hits.map((hit) => Object.values(hit).join(' ')))")
        as? [[String]])
    #expect(found.count == rows.count && rows.count > 200)
    for (row, hits) in zip(rows, found) {
      let (query, most) = (row[0], try #require(Int(row[2]), "\(row)"))
      if row[1] == "nothing" {
        #expect(hits.isEmpty, "\(query)")
        continue
      }
      // A number is that of a lesson. Other words are in the title, the note or the address.
      let wanted = row[1].components(separatedBy: " | ").map { words in
        Int(words).map { Self.lessonPages[$0 - 1] } ?? words.lowercased()
      }
      let rank = hits.firstIndex { hit in wanted.contains { $0.isEmpty || hit.lowercased().contains($0) } }
      #expect(rank.map { $0 < most } == true, "\(query): \(hits.prefix(3))")
    }
    let words = Set(rows.flatMap { $0[0].lowercased().split { !$0.isLetter } }.map(String.init)).sorted()
    let list = String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
    #expect(try await browser.run("return \(list).map(stem)") as? [String] == words.map(SearchWords.stem))
    await browser.quit()
  }

  @Test(
    "A word that nothing has is named and left out, the arrow keys move, and Enter opens the first result")
  func searchByKeyboard() async throws {
    let browser = try await Browser.open(site + "index.html", size: (1280, 720))
    try await browser.click("#find")
    for key in "xyzzies addDependency" { try await browser.press(String(key)) }
    #expect(
      try await browser.run("return document.getElementById('told').textContent") as? String
        == "Nothing has “xyzzies”. 8 found. Enter opens the first.")
    let focus = "return [...found.querySelectorAll('a')].indexOf(document.activeElement)"
    for (key, place) in [("\u{E015}", 0), ("\u{E015}", 1), ("\u{E013}", 0), ("\u{E013}", -1)] {
      try await browser.press(key)
      #expect(try await browser.run(focus) as? Int == place)
    }
    #expect(try await browser.run("return document.activeElement.id") as? String == "find")
    try await browser.press("\u{E007}")
    try await browser.until("location.pathname.endsWith('\(Self.lessonPages[2])')")
    await browser.quit()
  }

  /// Presses the tab key until an element that matches the selector has focus.
  private func tab(_ browser: Browser, to selector: String) async throws {
    for _ in 0..<120 {
      try await browser.press("\u{E004}")
      if try await browser.holds("document.activeElement.matches('\(selector)')") { return }
    }
    throw BrowserError(description: "the tab key does not lead to \(selector)")
  }

  /// The sizes of a phone and of a small laptop.
  private static let sizes = [(390, 844), (1280, 720)]

  private static let lessonPages = lessons.map { Links.lesson($0.folder) }

  /// Runs checks on each of these pages, which must then have reported no problem.
  /// - Parameter check: Receives the path of the page as a comment.
  private func visit(
    _ pages: [String] = lessonPages, size: (width: Int, height: Int), isDark: Bool = false,
    _ check: (Browser, Comment) async throws -> Void
  ) async throws {
    let browser = try await Browser.open("about:blank", size: size, isDark: isDark)
    for page in pages {
      try await browser.go(to: site + page)
      try await check(browser, Comment(rawValue: page))
      #expect(try await browser.run("return problems") as? [String] == [], "\(page)")
    }
    await browser.quit()
  }

  @Test(
    "Every lesson asks, steps when answered, stops at a few moments, and says the answer, by keyboard alone",
    arguments: sizes)
  func played(width: Int, height: Int) async throws {
    try await visit(size: (width, height)) { browser, name in
      let isAnswered = "return getComputedStyle(document.getElementById('answer')).display !== 'none'"
      let hasLanes =
        "return [...document.querySelectorAll('.lanes figure')].some((one) => one.checkVisibility())"
      #expect(try await !browser.holds(isAnswered), name)
      #expect(try await !browser.holds(hasLanes), name)
      let codeStart = "document.querySelector('.code').getBoundingClientRect().top / innerHeight"
      #expect(try await browser.holds("\(codeStart) < (innerWidth < 500 ? 1 : 0.5)"), name)
      try await tab(browser, to: ".answers button")
      try await browser.press("\u{E007}")
      // The lesson shows its first moment, and focus is on the button that leads to the next one.
      #expect(try await browser.run("return document.activeElement.id") as? String == "step", name)
      #expect(try await browser.holds(hasLanes), name)
      #expect(try await browser.holds(Self.isUncovered), name)
      var presses = 1
      while try await !browser.holds("isOver()"), presses < 60 {
        let isTold = "/:|^Here they part|^They part in the code/.test(now.innerText)"
        #expect(try await browser.holds(isTold), name)
        try await browser.press(" ")
        presses += 1
      }
      #expect((4...9).contains(presses), name)
      #expect(try await browser.holds("/predicted[.,]/.test(now.innerText)"), name)
      #expect(try await browser.holds(Self.isUncovered), name)
      #expect(try await browser.holds(isAnswered), name)
      #expect(try await browser.run("return document.querySelectorAll('.later').length") as? Int == 0, name)
      #expect(try await browser.holds(Self.isAskedLaneInSight), name)
      #expect(try await browser.holds(Self.hasResults), name)
      // Focus follows the link.
      try await tab(browser, to: "#now a[href$=title]")
      try await browser.press("\u{E007}")
      #expect(try await browser.run("return document.activeElement.id") as? String == "answer-title", name)
    }
  }

  @Test(
    "Every trap plays by keyboard alone, says where it goes wrong, marks it, and ends with the cure",
    arguments: sizes)
  func trap(width: Int, height: Int) async throws {
    try await visit(size: (width, height)) { browser, name in
      try await browser.run("document.querySelector('.answers [data-right] button').click(); step.focus()")
      try await tab(browser, to: "[name=view]")
      try await browser.press("\u{E014}")
      #expect(try await browser.holds("isTrap() && find('view-trap').checked"), name)
      let seen =
        "return versions.map(({ code, figure }) => [code, figure]).flat()"
        + ".every((one) => one.checkVisibility()) && !plays[0].versions[0].code.checkVisibility()"
      #expect(try await browser.holds(seen), name)
      #expect(try await browser.holds(Self.isUncovered), name)
      // The mark is above the line, in the middle.
      let isMarked = """
        const { figure, wrong } = versions[0], names = [...figure.querySelectorAll(".plot text")];
        const [box, line] = [figure, wrong].map((one) => one.getBoundingClientRect());
        return wrong.checkVisibility() && line.left >= box.left + 8 && line.right <= box.right - 8
          && names.every((one) => one.getBoundingClientRect().top >= line.top - 1);
        """
      try await browser.run("step.focus()")
      var texts: [String] = []
      while try await !browser.holds("isOver()"), texts.count < 60 {
        texts.append(try await browser.run("return now.innerText") as? String ?? "")
        try await browser.press(" ")
      }
      let isLast = try await browser.holds("parting === steps.length - 1")
      #expect(isLast || texts.contains { $0.hasPrefix("Here it goes wrong. ") }, name)
      #expect(try await browser.holds("now.innerText.includes('The cure.')"), name)
      #expect(try await browser.holds(isMarked), name)
      #expect(try await browser.holds(Self.isUncovered), name)
      // The versions are as they were left.
      try await browser.run("find('view-versions').click()")
      #expect(try await browser.holds("!isTrap() && place === stops()[0]"), name)
    }
  }

  @Test("The end of a lesson sums it up, judges the prediction, and leads to the trap, as an address does")
  func end() async throws {
    try await visit([Self.lesson], size: (1280, 720)) { browser, _ in
      try await browser.click(".answers [data-right] button")
      try await browser.run("play.click(); show(steps.length - 1)")
      #expect(try await browser.holds(#"/\S.* As you predicted\. .*Which one\? /.test(now.innerText)"#))
      try await browser.click("#now a[href=\"#trap\"]")
      #expect(try await browser.holds("isTrap()"))
      try await browser.go(to: "about:blank")
      try await browser.go(to: site + Self.lesson + "#trap")
      #expect(try await browser.holds("isTrap()"))
      // Without an answer, nothing has been predicted.
      try await browser.run("find('view-versions').click(); show(steps.length - 1)")
      #expect(try await !browser.holds("now.innerText.includes('predicted')"))
    }
  }

  /// A function body that returns whether the player is in the window, and takes at most 35 % of it.
  private static let isUncovered = """
    const { top, bottom, height } = document.querySelector(".player").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight + 1 && height <= 0.35 * innerHeight + 1;
    """

  /// A function body that returns whether each visible version shows the name of the lane that the question is about, if
  /// it has one.
  private static let isAskedLaneInSight = """
    const box = document.querySelector(".lanes").getBoundingClientRect();
    return versions.some(({ figure }) => {
      const asked = askedName(figure);
      if (!asked || !figure.checkVisibility()) return true;
      const { top, bottom } = asked.getBoundingClientRect();
      return top >= box.top - 1 && bottom <= box.bottom + 1;
    });
    """

  /// A function body that returns whether the results of each visible version are shown with its lanes.
  private static let hasResults = """
    const all = [...document.querySelectorAll(".lanes .figures")].filter((one) => one.checkVisibility());
    return all.length === versions.filter(({ figure }) => figure.checkVisibility() && figure.querySelector("dl")).length;
    """

  @Test(
    "When a lesson has been played, most show many lines of code above the player",
    arguments: [(1280, 720, 15), (1440, 900, 20)])
  func linesInSight(width: Int, height: Int, least: Int) async throws {
    var counts: [Int] = []
    try await visit(size: (width, height)) { browser, _ in
      // Without smooth scrolling, there is nothing to wait for.
      try await browser.run(
        "document.documentElement.style.scrollBehavior = 'auto'; "
          + "document.querySelector('.answers button').click(); while (!isOver()) step.click()")
      let count = """
        const end = document.querySelector(".player").getBoundingClientRect().top;
        return Math.max(...versions.map(({ code }) => [...code.querySelectorAll("code > span")].filter((line) => {
          const { top, bottom } = line.getBoundingClientRect();
          return line.checkVisibility() && top >= 0 && bottom <= end;
        }).length));
        """
      counts.append(try #require(try await browser.run(count) as? Int))
    }
    #expect(counts.sorted()[counts.count / 2] >= least, "\(counts)")
  }

  @Test(
    "A button says how the versions differ, and where runs look alike it highlights code in each version",
    arguments: sizes)
  func parting(width: Int, height: Int) async throws {
    let alike = lessons.filter { $0.parting == nil }.map { Links.lesson($0.folder) }
    try await visit(size: (width, height)) { browser, name in
      try await browser.run("document.querySelector('.answers button').click(); part.click()")
      let isSaid = #"/^(Here they part|They part in the code)\.\s+[\w ]+: \S/.test(now.innerText)"#
      #expect(try await browser.holds(isSaid), name)
      guard alike.contains(name.rawValue) else { return }
      let isLit = "return versions.every(({ differing }) => differing[0].matches('.lit'))"
      #expect(try await browser.holds(isLit), name)
    }
  }

  @Test("A bar is drawn up to the playhead, and bars and names that begin later are not drawn")
  func filled() async throws {
    let browser = try await Browser.open(site + Self.lesson, size: (1280, 720))
    try await browser.click(".answers button")
    let cuts = try await browser.run(
      """
      let cuts = 0;
      for (const number of [...steps.keys()].slice(0, -1)) {
        show(number);
        versions.forEach(({ figure, shapes }) => {
          const plot = figure.querySelector(".plot").getBoundingClientRect();
          const head = figure.querySelector(".head");
          const at = head.hidden ? -1 : plot.left + (plot.width * Number.parseFloat(head.style.left)) / 100;
          for (const bar of shapes.filter((one) => one.matches("rect"))) {
            const { left, right, width } = bar.getBoundingClientRect();
            const rest = bar.matches(".cut") ? Number.parseFloat(bar.style.clipPath.split(" ")[1]) / 100 : 0;
            const isFilled = rest > 0 && Math.abs(right - width * rest - at) < 3;
            const isHidden = !bar.checkVisibility({ visibilityProperty: true });
            if (isHidden !== bar.matches(".later")) throw new Error(bar.outerHTML);
            const isRight = isHidden ? left > at : isFilled || right < at + 3;
            if (!isRight) throw new Error(`step ${number}: ${bar.outerHTML}`);
            if (rest > 0) cuts += 1;
          }
        });
      }
      show(steps.length - 1);
      return cuts;
      """)
    #expect(try #require(cuts as? Int) > 0)
    #expect(try await browser.run("return document.querySelectorAll('.cut').length") as? Int == 0)
    await browser.quit()
  }

  @Test("On a phone, each stop shows a version that acts, and the difference of each is shown before the end")
  func phone() async throws {
    try await visit(size: Self.sizes[0]) { browser, name in
      try await browser.run("document.querySelector('.answers button').click()")
      var sides: Set<String> = []
      for _ in 0..<9 where try await !browser.holds("isOver()") {
        let isRight = "return steps[place].isInCode || Boolean(steps[place].events[alone()]) || isTold(place)"
        #expect(try await browser.holds(isRight), name)
        let shown = """
          return [...now.querySelectorAll(".side")].filter((one) => one.checkVisibility()).map((one) => one.className);
          """
        sides.formUnion(try await browser.run(shown) as? [String] ?? [])
        try await browser.run("step.click()")
      }
      #expect(sides.count == 3, name)
      // The question stays in reach, and fingers hit the controls.
      let question = "predict.getBoundingClientRect()"
      try await browser.until("\(question).top > -10 && \(question).bottom < innerHeight / 3")
      let isLarge = """
        return [...document.querySelectorAll(".player button, .player label")]
          .filter((one) => one.checkVisibility()).every((one) => one.offsetHeight >= 44);
        """
      #expect(try await browser.holds(isLarge), name)
    }
  }

  @Test("Nothing moves while a page loads", arguments: sizes)
  func steady(width: Int, height: Int) async throws {
    let others = ["index.html", Links.decision, Links.glossary] + ReplayPage.all.map(\.path)
    try await visit(Self.lessonPages + others, size: (width, height)) { browser, page in
      let shift = try await browser.runLater(
        """
        const done = arguments[0], observer = new PerformanceObserver(() => {});
        requestAnimationFrame(() => requestAnimationFrame(() => {
          observer.observe({ type: "layout-shift", buffered: true });
          done(observer.takeRecords().reduce((sum, entry) => sum + entry.value, 0));
        }));
        """)
      #expect(try #require(shift as? NSNumber).doubleValue <= 0.02, page)
    }
  }

  @Test(
    "A replay starts from a file; its views are reached by keyboard, show their figures, and step through moments",
    arguments: [390, 1280])
  func replay(width: Int) async throws {
    let browser = try await Browser.open(site + ReplayPage.all[0].path, size: (width, 800))
    for page in ReplayPage.all.reversed() {
      try await tab(browser, to: "nav.views a[href^=\(page.name)]")
      try await browser.press("\u{E007}")
      try await browser.until("location.pathname.endsWith('\(page.path)') && document.body.dataset.tables")
      try await browser.run("scrub.value = 0; scrub.oninput()")
      try await tab(browser, to: "#moment-next")
      try await browser.press(" ")
      try await browser.until("document.getElementById('moment-place').textContent.startsWith('Moment 1 ')")
      try await browser.run("scrub.value = scrub.max; scrub.oninput()")
      let figures = try await browser.run(
        "return [...document.querySelectorAll('.counts :is([data-is=wasted], [data-is=sepia])')]"
          + ".map((one) => one.checkVisibility() && /^[\\d.]+ (k?B|MB|m?s)$/.test(one.textContent))")
      #expect(figures as? [Bool] == [true, true, true, true], "\(page.path)")
      guard page.name == "purpose" else { continue }
      // Suspending and cancelling waste less, and show sooner.
      let isLess =
        "const [left, right] = [...heads.values()].map(({ strip }) => strip); "
        + "return left.wasted > 2 * right.wasted && left.sepia.now > 2 * right.sepia.now"
      #expect(try await browser.holds(isLess))
    }
    #expect(try await browser.run("return problems") as? [String] == [])
    await browser.quit()
  }

  @Test("The arrow keys step between the moments, and only these are read out while everything is played")
  func moments() async throws {
    let browser = try await Browser.open(site + Self.lesson, size: (1280, 720))
    try await browser.click(".answers button")
    let moments = try #require(try await browser.run("return stops()") as? [Int])
    #expect(moments.count < (try await browser.run("return steps.length") as? Int ?? 0))
    for (key, index) in [("\u{E014}", 1), ("\u{E014}", 2), ("\u{E012}", 1)] {
      try await browser.press(key)
      #expect(try await browser.run("return place") as? Int == moments[index])
    }
    // Plays each step, without waiting for the timer.
    let spoken = try await browser.run(
      """
      play.click();
      const spoken = [];
      for (let number = 0; number < steps.length; number += 1) {
        show(number);
        if (now.getAttribute("aria-live") === "polite") spoken.push(number);
      }
      stop();
      return spoken;
      """)
    #expect(spoken as? [Int] == moments)
    await browser.quit()
  }

  @Test("On paper, a lesson has every version in one column, then its lanes and the answer, and tables fit")
  func printed() async throws {
    // As wide as A4 without its margins.
    let browser = try await Browser.open(site + Self.lesson, size: (718, 1000), isPrinted: true)
    let isInOrder = """
      const parts = [...document.querySelectorAll(".version, .lanes figure, #answer, .words")];
      const boxes = parts.map((one) => one.getBoundingClientRect());
      return boxes.length === 10 && boxes.every(({ top, left, height }, at) =>
        height > 0 && left === boxes[0].left && (at === 0 || top >= boxes[at - 1].bottom));
      """
    #expect(try await browser.holds(isInOrder))
    let tablesFit = """
      [...document.querySelectorAll(".wide")].every((one) => one.scrollWidth <= one.clientWidth)
      """
    for page in [Links.decision, Links.comparison("photos")] {
      try await browser.go(to: site + page)
      #expect(try await browser.holds(tablesFit), "\(page)")
    }
    await browser.quit()
  }

  @Test("A helper in the code is explained where it is clicked, with a link to the glossary")
  func helper() async throws {
    let browser = try await Browser.open(site + Self.lesson, size: (390, 844))
    #expect(try await !browser.holds("find('note').checkVisibility()"))
    try await browser.click(".gcd .code > pre a.note")
    #expect(try await browser.holds(#"/^\w.{20,}\. Glossary$/.test(find("note").innerText)"#))
    let isInSight =
      "const box = find('note').getBoundingClientRect(); "
      + "return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight"
    #expect(try await browser.holds(isInSight))
    await browser.quit()
  }

  @Test(
    "Copy takes the whole program where it can be loaded, and else the code that is shown",
    arguments: [true, false])
  func copies(isLoaded: Bool) async throws {
    let browser = try await Browser.open(site + Links.decision, size: (1280, 720))
    let copied = try await browser.runLater(
      """
      const done = arguments[0];
      window.fetch = async () => ({ ok: \(isLoaded), text: async () => "import Foundation" });
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => done(text) } });
      document.querySelector(".copy").click();
      """)
    let shown = try await browser.run("return document.querySelector('td:has(.copy) code').textContent")
    #expect((copied as? String == "import Foundation") == isLoaded)
    #expect((copied as? String)?.contains(shown as? String ?? "?") == !isLoaded)
    await browser.quit()
  }

  @Test("Enlarged four times, each step has its sentence in sight, and its lane in its box")
  func low() async throws {
    let browser = try await Browser.open(site + Self.lesson, size: (320, 256))
    try await tab(browser, to: ".answers button")
    try await browser.press("\u{E007}")
    let isInSight =
      "const { top, bottom } = document.querySelector('.player').getBoundingClientRect(); "
      + "return top >= 0 && bottom <= innerHeight + 1"
    #expect(try await browser.holds(isInSight))
    try await browser.run("play.click()")
    while try await !browser.holds("isOver()") {
      try await browser.run("step.click()")
      #expect(try await browser.holds(isInSight))
      #expect(try await browser.holds(Self.hasActingLane))
    }
    await browser.quit()
  }

  /// A function body that returns whether a bar or mark of this step is visible in its box. The last steps have none.
  private static let hasActingLane = """
    if (isOver() || steps[place].isInCode) return true;
    return versions.some((version, index) => {
      const event = steps[place].events[index];
      if (!event || !version.figure.checkVisibility()) return false;
      const [box, lane] = [document.querySelector(".lanes"), shape(version, event)].map((one) => one.getBoundingClientRect());
      return lane.top >= box.top && lane.bottom <= box.bottom;
    });
    """

  @Test("Each step lights a line that is in sight", arguments: [390, 1280])
  func lit(width: Int) async throws {
    let browser = try await Browser.open(site + Self.lesson, size: (width, 800))
    try await browser.click(".answers button")
    try await browser.run("play.click()")
    #expect(try await browser.holds("steps.length > 2 && !isOver()"))
    while try await !browser.holds("isOver()") {
      try await browser.run("step.click()")
      // A column scrolls smoothly to its line.
      try await browser.until(Self.litLineIsInSight)
    }
    await browser.quit()
  }

  /// An expression for whether a highlighted line is visible.
  private static let litLineIsInSight = """
    [...document.querySelectorAll(".lit")].some((line) => {
      const { left, top, bottom } = line.getBoundingClientRect();
      const seen = document.elementFromPoint(left + 20, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && line.contains(seen);
    })
    """

  /// A function body that returns texts whose contrast with their background is less than 4.5
  /// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
  private static let faint = """
    const parts = (color) => color.match(/[\\d.]+/g).map(Number);
    const over = ([r, g, b, a = 1], below) => [r, g, b].map((part, at) => part * a + below[at] * (1 - a));
    const ground = (one) =>
      one ? over(parts(getComputedStyle(one).backgroundColor), ground(one.parentElement)) : [255, 255, 255];
    const light = (color) => color.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const faint = new Set(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.data.trim(), one = texts.currentNode.parentElement;
      if (!text || one.closest("title, script")) continue;
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      const look = getComputedStyle(one), behind = ground(one);
      const color = over(parts(one.closest("svg") ? look.fill : look.color), behind);
      const [dark, bright] = [light(color), light(behind)].sort((a, b) => a - b);
      const ratio = (bright + 0.05) / (dark + 0.05);
      const place = `${one.className} in ${one.parentElement.className}`;
      if (ratio < 4.5) faint.add(`${ratio.toFixed(2)} ${place}: ${text.slice(0, 30)}`);
    }
    return [...faint].slice(0, 8);
    """
}

extension Browser {
  /// Returns whether an expression is true, or whether a function body returns true.
  fileprivate func holds(_ script: String) async throws -> Bool {
    try await run(script.contains("return ") ? script : "return \(script)") as? Bool == true
  }
}
