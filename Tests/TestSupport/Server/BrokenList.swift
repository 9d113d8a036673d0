/// A JSON Lines list of five photos, followed by half of a sixth entry.
public let brokenList =
  (1...5).map { #"{"url":"http://127.0.0.1:1/\#($0).jpg"}"# + "\n" }.joined() + #"{"url":"http"#
