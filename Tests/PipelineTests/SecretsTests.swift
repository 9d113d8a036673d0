import Testing

@testable import pipeline

@Suite("Secrets in a recorded command")
struct SecretsTests {
  private static let secrets: [([String], [String])] = [
    (["--header", "Authorization: Bearer S"], ["--header", "Authorization: ***"]),
    (["--header=Cookie: a=S; b=S"], ["--header=Cookie: ***"]),
    (["--header", "S", "--header", "X-Key: S"], ["--header", "***", "--header", "X-Key: ***"]),
    (["--list", "http://me:S@host:80/list?a=1"], ["--list", "http://***@host:80/list?a=1"]),
    (["--list=https://S@host/a@b"], ["--list=https://***@host/a@b"]),
    (["--proxy", "me:S@host:3128"], ["--proxy", "***@host:3128"]),
    (["--proxy=socks5h://me:S/S@host"], ["--proxy=socks5h://***@host"]),
    (["http://h/?a=1&access_token=S&b=2#c"], ["http://h/?a=1&access_token=***&b=2#c"]),
    (["http://h/?X-Amz-Signature=S;Key=S"], ["http://h/?X-Amz-Signature=***;Key=***"]),
  ]

  @Test("A secret is masked, and the rest stays as it was", arguments: secrets)
  func masked(arguments: [String], expected: [String]) {
    #expect(withoutSecrets(arguments) == expected)
  }

  @Test(
    "Arguments without secrets are kept",
    arguments: [
      "--runs=3", "--name", "{name}-{number:3}.{ext}", "/a b/c.txt", "http://host:8080/list?page=2&size=x",
      "--engines=gcd,operation", "it's\n", "user@host.jsonl", "*.jpg",
    ])
  func kept(argument: String) { #expect(withoutSecrets([argument]) == [argument]) }
}
