import Testing

@testable import Workloads

@Suite("The extension of a downloaded file")
struct FileExtensionTests {
  @Test(
    "A file that is not an image is named after its URL, or else its content type, and never as an image",
    arguments: [
      ("http://a/b/report.pdf?x=1", nil, "pdf"), ("http://a/b", "text/html; charset=utf-8", "html"),
      ("http://a/page.this-is-long", "Application/JSON", "json"), ("http://a/x", nil, "bin"),
      ("http://a/x.t%2Fz", "what/ever", "bin"),
      ("http://a/d.png", "text/html", "html"), ("http://a/d.JPEG", "image/jpeg", "bin"),
      ("http://a/d.psd", nil, "bin"), ("http://a/d.heif", "text/plain", "txt"),
    ] as [(String, String?, String)])
  func others(url: String, type: String?, suffix: String) {
    #expect(FileSink.suffix(url: url, contentType: type) == suffix)
  }
}
