import LessonKit

@MainActor private final class Screen {
  var wasTapped = false
}

/// Meant: the main actor stays free during the filter.
@MainActor private func filterDuringTap() async {
  let screen = Screen()
  diary.submitted("tap")
  let filtering = Task {
    await filter()
    if screen.wasTapped {
      show("the tap was free")
    } else {
      show("the tap waited for the filter")
    }
  }
  // The user taps while the filter runs.
  let tap = Task {
    compute("tap", milliseconds: 10)
    screen.wasTapped = true
  }
  await filtering.value
  await tap.value
}

/// Wrong: it runs on the actor that calls it. With the setting
/// `NonisolatedNonsendingByDefault`, `nonisolated` alone means
/// this, too.
nonisolated(nonsending) private func filter() async {
  diary.span("filter") { compute(milliseconds: 30) }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  await filterDuringTap()
}
// main: filter; tap
// order: filter < tap
