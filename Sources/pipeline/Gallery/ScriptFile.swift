import Foundation
import Workloads

extension ScrollScript {
  /// - Parameter name: of a script that is built in, or of a file.
  /// - Throws: `InputError`.
  init(named name: String, seed: UInt64) throws {
    if let builtIn = BuiltIn(rawValue: name) {
      self.init(builtIn, seed: seed)
      return
    }
    do {
      try self.init(text: String(contentsOfFile: name, encoding: .utf8))
    } catch let error as ScrollScriptError {
      throw InputError("the script “\(oneLine(name))”, \(error)")
    } catch {
      let names = BuiltIn.allCases.map(\.rawValue).joined(separator: ", ")
      throw InputError(
        "cannot read the script “\(oneLine(name))”: give a file, or one that is built in (\(names))")
    }
  }
}
