import Testing

@testable import Workloads

/// Tests sequences of events in a table, without engines or files.
@Suite("The next state of a photo")
struct PhotoStateMachineTests {
  private typealias Event = PhotoStateMachine.Event

  private enum Problem: Error { case lost, broken, folder }

  private static let downloaded: [Event] = [.start, .downloadStarted, .downloadEnded(.finished)]

  /// The rules. Each has an example and the outcome of its last events: the state, whether it is reported as a
  /// change, and the action.
  private static let rules: KeyValuePairs<String, (events: [Event], last: [String])> = [
    "A photo is downloaded and filtered, and settles with its last job": (
      downloaded + [.filterStarted, .filterEnded(.finished)],
      [
        "new: download", "downloading changed", "downloaded changed", "filtering changed",
        "filtered changed: settle",
      ]
    ),
    "Where the original hasn't changed, the photo is done, and its filter has nothing to do": (
      [.start, .downloadStarted, .downloadEnded(.complete), .filterStarted, .filterEnded(.cancelled)],
      ["filtered changed", "filtered", "filtered: settle"]
    ),
    "A download that fails fails the photo, and its filter has nothing to do": (
      [
        .start, .downloadStarted, .downloadEnded(.failed(Problem.lost)), .filterStarted,
        .filterEnded(.cancelled),
      ],
      ["failed(lost) changed", "failed(lost)", "failed(lost): settle"]
    ),
    "A filter that fails fails the photo": (
      downloaded + [.filterStarted, .filterEnded(.failed(Problem.broken))], ["failed(broken) changed: settle"]
    ),
    "Cancelled while it is downloaded, a photo is new again; its filter ends first": (
      [.start, .downloadStarted, .cancel, .filterEnded(.cancelled), .downloadEnded(.cancelled)],
      ["downloading", "downloading", "new changed: settle"]
    ),
    "Cancelled while it waits for its filter, a photo keeps its original and only needs the filter": (
      downloaded + [.cancel, .filterEnded(.cancelled), .start, .filterStarted, .filterEnded(.finished)],
      ["downloaded: settle", "downloaded: filter", "filtering changed", "filtered changed: settle"]
    ),
    "So does one cancelled while it is filtered": (
      downloaded + [.filterStarted, .cancel, .filterEnded(.cancelled), .start],
      ["filtering", "downloaded changed: settle", "downloaded: filter"]
    ),
    "Wanted again before its jobs have ended, a cancelled photo starts again with the last of them": (
      [.start, .downloadStarted, .cancel, .start, .filterEnded(.cancelled), .downloadEnded(.cancelled)],
      ["downloading", "downloading", "new changed: download"]
    ),
    "Wanted again in vain, because a job had already failed, it settles": (
      downloaded + [.filterStarted, .cancel, .start, .filterEnded(.failed(Problem.broken))],
      ["failed(broken) changed: settle"]
    ),
    "Cancelled once more, it doesn't start again": (
      downloaded + [.filterStarted, .cancel, .start, .cancel, .filterEnded(.cancelled)],
      ["downloaded changed: settle"]
    ),
    "Retried before its filter has ended, a failed photo is downloaded again with that end": (
      [
        .start, .downloadStarted, .downloadEnded(.failed(Problem.lost)), .retry, .cancel, .start,
        .filterEnded(.cancelled),
      ],
      ["new changed", "new", "new", "new: download"]
    ),
    "A photo in progress isn't started twice": ([.start, .start], ["new: download", "new"]),
    "A photo without jobs isn't cancelled": ([.cancel, .start], ["new", "new: download"]),
    "A photo whose file is found needs no job": ([.found, .start], ["filtered changed", "filtered"]),
    "A refused photo needs no job, and can be retried": (
      [.refused(Problem.folder), .start, .retry, .start],
      ["failed(folder) changed", "failed(folder)", "new changed", "new: download"]
    ),
    "Only a failed photo is retried": (downloaded + [.retry], ["downloaded"]),
  ]

  @Test("The next step follows from the state and the event", arguments: rules.indices)
  func rule(index: Int) {
    let (rule, (events, last)) = Self.rules[index]
    var machine = PhotoStateMachine()
    let results = events.map { event in
      let (hasChanged, action) = machine.handle(event)
      let reason = machine.error.map { "(\($0))" } ?? ""
      return "\(machine.state)\(reason)" + (hasChanged ? " changed" : "")
        + (action == .nothing ? "" : ": \(action)")
    }
    #expect(results.suffix(last.count) == last, "\(rule)")
  }

  @Test("A photo is pending from its start until it is cancelled or settles")
  func pending() {
    var machine = PhotoStateMachine()
    let steps: [(Event, isInProgress: Bool, isPending: Bool)] = [
      (.cancel, false, false), (.start, true, true), (.downloadStarted, true, true), (.cancel, true, false),
      (.start, true, true), (.filterEnded(.cancelled), true, true), (.downloadEnded(.finished), true, true),
      (.cancel, true, false), (.filterEnded(.cancelled), false, false), (.start, true, true),
      (.filterEnded(.finished), false, false),
    ]
    for (event, isInProgress, isPending) in steps {
      machine.handle(event)
      #expect(machine.isInProgress == isInProgress && machine.isPending == isPending, "after \(event)")
    }
  }
}
