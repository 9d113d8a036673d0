/// The program's version, and the commit and the compiler that this copy of it was built from.
public enum Version {
  public static let number = "0.1.0"

  /// The abbreviated commit; nil if the sources were neither in a clone nor in an archive made from one.
  public static let commit = BuildFacts.commit.isEmpty ? nil : BuildFacts.commit

  /// Whether the sources differed from the commit.
  public static let isModified = BuildFacts.isModified

  /// The first line that `swiftc --version` printed.
  public static let compiler = BuildFacts.compiler.isEmpty ? "unknown compiler" : BuildFacts.compiler

  public static var configuration: String {
    #if DEBUG
      "debug build"
    #else
      "release build"
    #endif
  }

  /// “3455f6b8a1b2, modified (release build)”.
  public static let build =
    "\(commit ?? "unknown commit")\(isModified ? ", modified" : "") (\(configuration))"
}
