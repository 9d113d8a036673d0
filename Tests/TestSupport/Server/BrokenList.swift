/// Five photos of a list, as JSON Lines, and half of a sixth.
public let brokenList =
  (1...5).map { #"{"url":"http://127.0.0.1:1/\#($0).jpg"}"# + "\n" }.joined() + #"{"url":"http"#
