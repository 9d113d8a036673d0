import Foundation

/// Opens a file in a folder that others may write into too: what they have put there, a link or a pipe, neither leads
/// out of the folder nor holds up the program.
/// - Parameter name: of the file in a folder given by its descriptor; nil for `path`.
/// - Throws: `OutputError`, also when it is no plain file.
func openPlain(_ path: String, as name: (String, in: Int32)? = nil, _ flags: Int32) throws(OutputError)
  -> Int32
{
  let (name, folder) = name ?? (path, in: AT_FDCWD)
  let descriptor = openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o644)
  if descriptor < 0, errno != ELOOP, errno != ENXIO { throw OutputError(writing: path) }
  var facts = stat()
  if descriptor >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG { return descriptor }
  if descriptor >= 0 { close(descriptor) }
  throw OutputError(
    "“\(path)” is not a plain file", .otherwise("remove it"), .place("choose another folder"), isFatal: false)
}
