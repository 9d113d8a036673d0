import Transport

private let mask = "***"

/// Returns the arguments of a command with `***` instead of each secret: the value of a header, a user name and
/// password in a URL, and the value of a query field such as `token`.
func withoutSecrets(_ arguments: [String]) -> [String] {
  var isHeader = false
  return arguments.map { argument in
    // An option and its value may be one argument.
    let equals = argument.hasPrefix("--") ? argument.firstIndex(of: "=") : nil
    let name = equals.map { String(argument[...$0]) } ?? ""
    let value = String(argument.dropFirst(name.count))
    defer { isHeader = argument == "--header" }
    if isHeader || name == "--header=" {
      return name + (value.firstIndex(of: ":").map { value[...$0] + " " } ?? "") + mask
    }
    let url = URLPassword.isPresent(in: value) ? URLPassword.replaced(in: value, by: mask + "@") : value
    return name
      + url.replacing(
        /([?&;][^=&;#]*(?:token|key|secret|sig|pass|pwd|auth|credential)[^=&;#]*=)[^&;#]+/.ignoresCase()
      ) {
        $0.output.1 + mask
      }
  }
}
