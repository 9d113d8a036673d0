/// The rows of an 80-column terminal on which a live display is drawn. Rows that have scrolled off the screen
/// are in the history. As in tmux, so are rows from before the screen was cleared.
struct DrawnScreen {
  /// Returns the width of a scalar in columns, which differs between terminals.
  let width: (Unicode.Scalar) -> Int
  /// The cells of each row. A scalar with more than one column is followed by blanks.
  private var cells: [[String]]
  private(set) var history = 0
  private(set) var row = 0
  private var column = 0
  private(set) var wraps = true

  private static let (height, columns) = (24, 80)

  init(width: @escaping (Unicode.Scalar) -> Int = { _ in 1 }) {
    self.width = width
    cells = Array(repeating: [], count: Self.height)
  }

  /// The rows without trailing blanks.
  var rows: [String] { cells.map { String($0.joined().reversed().drop { $0 == " " }.reversed()) } }

  /// Returns the column in which a text begins, or nil if the row doesn't contain it.
  func column(of text: String, in row: Int) -> Int? {
    cells[row].indices.first { cells[row][$0...].joined().hasPrefix(text) }
  }

  mutating func show(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\n": newline()
      case "\r": column = 0
      case "\u{1B}":
        let end = rest.firstIndex { $0.properties.isAlphabetic } ?? rest.endIndex
        obey(String(rest[..<end].dropFirst()), Character(rest[end]))
        rest = rest[end...].dropFirst()
      default: put(scalar)
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let columns = width(scalar)
    if columns == 0 {
      if let last = cells[row].indices.last { cells[row][last].unicodeScalars.append(scalar) }
      return
    }
    if column + columns > Self.columns {
      if wraps { newline() } else { column = Self.columns - columns }
    }
    while cells[row].count < column + columns { cells[row].append(" ") }
    for cell in column..<column + columns { cells[row][cell] = " " }
    cells[row][column] = String(scalar)
    column += columns
  }

  private mutating func newline() {
    row += 1
    column = 0
    guard row == Self.height else { return }
    row -= 1
    history += 1
    cells.removeFirst()
    cells.append([])
  }

  private mutating func obey(_ number: String, _ letter: Character) {
    switch letter {
    case "A": row = max(0, row - (Int(number) ?? 1))
    case "G": column = (Int(number) ?? 1) - 1
    case "K": cells[row] = number == "2" ? [] : Array(cells[row].prefix(column))
    case "J":
      if row == 0 { history += Self.height }
      for index in row..<Self.height { cells[index] = [] }
    case "h" where number == "?7": wraps = true
    case "l" where number == "?7": wraps = false
    default: break
    }
  }
}
