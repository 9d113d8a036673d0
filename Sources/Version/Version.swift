/// The program's version, and the commit and compiler that it was built with.
public enum Version {
  public static let number = "0.2.0"

  /// The abbreviated commit. It is nil if the sources were neither in a clone nor in an archive made from
  /// one.
  public static let commit = BuildFacts.commit.isEmpty ? nil : BuildFacts.commit

  /// Whether the sources differed from the commit.
  public static let isModified = BuildFacts.isModified

  /// The first line of the output of `swiftc --version`.
  public static let compiler = BuildFacts.compiler.isEmpty ? "unknown compiler" : BuildFacts.compiler

  public static var configuration: String {
    #if DEBUG
      "debug build"
    #else
      "release build"
    #endif
  }

  /// A description of the build, such as “3455f6b8a1b2, modified (release build)”.
  public static let build =
    "\(commit ?? "unknown commit")\(isModified ? ", modified" : "") (\(configuration))"
}
