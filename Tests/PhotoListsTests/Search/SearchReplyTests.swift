import Foundation
import Testing
import Transport

@testable import PhotoLists

@Suite("Search services")
struct SearchReplyTests {
  @Test("The term is percent-encoded, signs that mean something in a URL too")
  func encoding() throws {
    let service = try SearchService(template: "https://x.org/?q={query}&n=1", items: "", link: "/url")
    #expect(service.url(for: "mountain lake") == "https://x.org/?q=mountain%20lake&n=1")
    #expect(
      service.url(for: "a&b=c#d%é/{query}") == "https://x.org/?q=a%26b%3Dc%23d%25%C3%A9%2F%7Bquery%7D&n=1")
  }

  @Test("A reply of Openverse gives the images' URLs and titles")
  func openverse() throws {
    let service = try SearchService(.openverse)
    #expect(service.url(for: "mountain lake").contains("?q=mountain%20lake&"))
    let outcome = outcome(of: openverseReply, at: service)
    #expect(
      outcome.urls == [
        "https://live.staticflickr.com/3034/2960342089_8adfa2da2f_b.jpg",
        "https://upload.wikimedia.org/wikipedia/commons/0/0b/Lake_%22Mirror%22.png",
      ])
    #expect(outcome.names == ["Mountain lake", "Lake \"Mirror\""])
    #expect(outcome.reason == nil)
  }

  @Test("A reply of Wikimedia Commons gives the files' URLs, and a page without a file says so")
  func commons() throws {
    let outcome = outcome(of: commonsReply, at: try SearchService(.commons))
    #expect(
      outcome.urls == [
        "https://upload.wikimedia.org/wikipedia/commons/a/a1/Bergsee.jpg", nil,
        "https://upload.wikimedia.org/wikipedia/commons/b/b2/Lac.png",
      ])
    #expect(outcome.names == ["File:Bergsee.jpg", "File:Missing.jpg", "File:Lac.png"])
  }

  @Test("An object in the place of the array gives its members, as Commons replies without formatversion=2")
  func object() throws {
    let reply = """
      {"batchcomplete": "", "query": {"pages": {
        "36266497": {"title": "File:B.jpg", "imageinfo": [{"url": "https://u.org/B.jpg"}]},
        "36266498": {"title": "File:C.jpg", "imageinfo": [{"url": "https://u.org/C.jpg"}]}}}}
      """
    #expect(
      outcome(of: reply, at: try SearchService(.commons)).urls == [
        "https://u.org/B.jpg", "https://u.org/C.jpg",
      ])
  }

  @Test("Relative URLs are relative to the reply's own")
  func relative() throws {
    let service = try SearchService(template: "http://x.org/search?q={query}", items: "", link: "")
    let outcome = outcome(of: #"["/a.png", "b.png"]"#, at: service, base: RequestURL("http://x.org/s/find"))
    #expect(outcome.urls == ["http://x.org/a.png", "http://x.org/s/b.png"])
  }

  @Test(
    "A reply without photos where they are looked for is reported with the place",
    arguments: [
      ("/results", "/url", #"{"result_count": 0, "results": []}"#, .nothingFound),
      ("/results", "/url", #"{"detail": "throttled"}"#, .noItems("/results")),
      ("/results", "/url", #"{"results": "none"}"#, .noItems("/results")),
      ("/results", "/image/href", openverseReply, .noLinks("/image/href")),
      ("", "/url", openverseReply, .noItems("")), ("/query", "/url", commonsReply, .noItems("/query")),
      ("/results", "/url", "<html>Sorry</html>", .notFetched("the reply is not JSON")),
      ("/results", "/url", "", .notFetched("the reply is not JSON")),
    ] as [(String, String, String, ListError.Reason)])
  func nothing(items: String, link: String, reply: String, expected: ListError.Reason) throws {
    let service = try SearchService(template: "x://{query}", items: items, link: link)
    #expect(outcome(of: reply, at: service).reason == expected)
    guard case .noItems = expected else { return }
    let error = ListError(source: .search(Search("lake", at: service)), reason: expected)
    #expect(error.description.contains("where in"))
    #expect(!error.description.contains("--"))
  }

  @Test("A reply that is cut short is broken")
  func broken() throws {
    let service = try SearchService(.openverse)
    #expect(outcome(of: String(openverseReply.prefix(400)), at: service).isBroken)
  }

  @Test("An error names the term and the service")
  func named() throws {
    let service = try SearchService(.openverse)
    let error = ListError(source: .search(Search("two words", at: service)), reason: .nothingFound)
    #expect(error.description.contains("two words"))
    #expect(error.description.contains("api.openverse.org"))
  }

  @Test("A reply is read the same in pieces of any length", arguments: [1, 2, 3, 7, 64])
  func pieces(step: Int) throws {
    let service = try SearchService(.commons)
    #expect(outcome(of: commonsReply, at: service, step: step) == outcome(of: commonsReply, at: service))
  }

  private func outcome(
    of reply: String, at service: SearchService, step: Int = .max, base: RequestURL? = nil
  ) -> Outcome {
    let search = ListSource.search(Search("term", at: service))
    return PhotoListsTests.outcome(of: reader(of: reply.utf8, as: search, step: step, base: base))
  }
}

/// A reply in the format of https://api.openverse.org/v1/#tag/images/operation/images_search.
private let openverseReply = #"""
  {
    "result_count": 2, "page_count": 1, "page_size": 20, "page": 1,
    "results": [
      {
        "id": "4bc43a04-ef46-4544-a0c1-63c63f56e276", "title": "Mountain lake",
        "foreign_landing_url": "https://www.flickr.com/photos/1/2960342089",
        "url": "https://live.staticflickr.com/3034/2960342089_8adfa2da2f_b.jpg", "creator": "A. Walker",
        "creator_url": null, "license": "by", "license_version": "2.0", "filetype": "jpg",
        "tags": [{"accuracy": null, "name": "lake", "unstable__provider": "flickr"}],
        "attribution": "\"Mountain lake\" by A. Walker is licensed under CC BY 2.0.", "fields_matched": ["title"],
        "mature": false, "height": 683, "width": 1024,
        "thumbnail": "https://api.openverse.org/v1/images/4bc43a04-ef46-4544-a0c1-63c63f56e276/thumb/"
      },
      {
        "id": "0a1b2c3d-0000-4000-8000-000000000000", "title": "Lake \"Mirror\"",
        "url": "https://upload.wikimedia.org/wikipedia/commons/0/0b/Lake_%22Mirror%22.png",
        "tags": [], "height": 600, "width": 800
      }
    ],
    "warnings": []
  }
  """#

/// A reply in the format of https://www.mediawiki.org/wiki/API:Imageinfo with generator=search and formatversion=2.
private let commonsReply = #"""
  {
    "batchcomplete": true,
    "continue": {"gsroffset": 50, "continue": "gsroffset||"},
    "query": {
      "pages": [
        {
          "pageid": 171, "ns": 6, "title": "File:Bergsee.jpg", "index": 2, "imagerepository": "local",
          "imageinfo": [
            {
              "url": "https://upload.wikimedia.org/wikipedia/commons/a/a1/Bergsee.jpg",
              "descriptionurl": "https://commons.wikimedia.org/wiki/File:Bergsee.jpg"
            }
          ]
        },
        {"ns": 6, "title": "File:Missing.jpg", "missing": true, "index": 3},
        {
          "pageid": 172, "ns": 6, "title": "File:Lac.png", "index": 1, "imagerepository": "local",
          "imageinfo": [{"url": "https://upload.wikimedia.org/wikipedia/commons/b/b2/Lac.png"}]
        }
      ]
    }
  }
  """#
