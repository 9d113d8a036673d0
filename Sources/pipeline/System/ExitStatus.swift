/// What the command reports to the shell; 64 (wrong usage) comes from the argument parser.
enum ExitStatus {
  static let success: Int32 = 0
  /// Some photos failed that were not meant to.
  static let somePhotosFailed: Int32 = 3
  /// No list there, or not a list.
  static let noList: Int32 = 66
  /// The port to listen on is in use, or not to be had.
  static let noPort: Int32 = 69
  /// The system gives no thread, or no open files.
  static let noResources: Int32 = 71
  /// Nothing can be written.
  static let cannotWrite: Int32 = 73
  /// Ctrl-C.
  static let interrupted: Int32 = 130
}
