import Foundation
import Measurement
import Workloads

/// A workload that can be compared: how a fresh process runs it, and what it reports.
enum ComparedWorkload: String, CaseIterable {
  case photos, scroll, thumbnails, poster

  /// - Parameters:
  ///   - list: a list of the user's; nil for the samples of a server.
  ///   - output: where the run may write.
  ///   - rest: what the user adds.
  func arguments(
    engine: String, list: String?, server: String?, output: String, seed: UInt64, rest: [String]
  ) -> [String] {
    let source = list ?? (server.map { $0 + samplePath }) ?? ""
    var arguments = [rawValue, source, "--engine", engine, "--json"]
    switch self {
    case .photos: arguments += ["--out", output]
    case .poster: arguments += ["--out", output + ".png", "--seed", "\(seed)"]
    case .thumbnails: arguments += ["--out", output, "--size", "64"]
    case .scroll: arguments += ["--seed", "\(seed)"]
    }
    return arguments + rest
  }

  private var samplePath: String {
    switch self {
    case .photos: "/photos.plist"
    case .scroll: "/photos.jsonl?count=1000"
    // As many as the command would ask for.
    case .poster: "/photos.jsonl?count=\(PosterOptions().entries)"
    case .thumbnails: "/monarchs.json"
    }
  }

  /// What a fresh process prints, as far as it is compared.
  struct Report: Decodable {
    struct Rests: Decodable {
      let median: Double?
    }

    struct Failure: Decodable {
      let name: String
      let reason: String
    }

    let figures: RunFigures
    let bytesFetched: Int?
    let bytesWasted: Int?
    let failed: [Failure]
    /// Why the run could not go on.
    let error: String?
    let shown: Rests?
    let sepia: Rests?

    private enum CodingKeys: CodingKey {
      case figures, bytesFetched, bytesWasted, failed, error, shown, sepia
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      figures = try values.decode(RunFigures.self, forKey: .figures)
      bytesFetched = try values.decodeIfPresent(Int.self, forKey: .bytesFetched)
      bytesWasted = try values.decodeIfPresent(Int.self, forKey: .bytesWasted)
      // Scrolling reports how many failed: which ones depends on how far the work came.
      failed = (try? values.decode([Failure].self, forKey: .failed)) ?? []
      error = try values.decodeIfPresent(String.self, forKey: .error)
      shown = try values.decodeIfPresent(Rests.self, forKey: .shown)
      sepia = try values.decodeIfPresent(Rests.self, forKey: .sepia)
    }

    var compared: [Figure: Double] {
      var values = figures.compared
      values[.bytesFetched] = bytesFetched.map(Double.init)
      values[.bytesWasted] = bytesWasted.map(Double.init)
      values[.shownAtRest] = shown?.median
      values[.filteredAtRest] = sepia?.median
      return values
    }
  }
}
