import Imaging
import PhotoLists
import Transport

/// The program's version, and those of the libraries that it runs with.
let versionText: String = {
  let libraries = codecVersions.merging(["libcurl": curlVersion, "libexpat": expatVersion]) { own, _ in own }
  let names = libraries.sorted { $0.key.lowercased() < $1.key.lowercased() }.map { "\($0.key) \($0.value)" }
  return "pipeline 0.1.0\n" + folded(names, ", ", to: 78).joined(separator: ",\n")
}()
