/// The glossary of the repository. Each row of its tables can be linked.
struct GlossaryPage {
  let glossary: Glossary
  let repository: String?

  func html() -> String {
    let links = Links(repository: repository, depth: 0, folder: "Comparison")
    let page = Markdown(glossary.text).html(rowID: Glossary.rowID, link: links.callAsFunction)
    return Frame(
      links: links, title: "Glossary",
      description: "The terms of the lessons, the lessons' own types, and related APIs.", path: Links.glossary
    ).html("<article class=\"glossary\">\(page)</article>")
  }
}
