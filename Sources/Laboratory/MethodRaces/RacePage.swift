/// The page of a race: what the methods are, and a section for each program that they were raced on.
package struct RacePage {
  private let methods: [RacedMethod]

  package init(of methods: [RacedMethod]) { self.methods = methods }

  /// The page up to its first section.
  package var beginning: String {
    """
    # Which comparison can be trusted?

    In each session a program is linked twice from the same object files with its functions in other \
    places, and every method compares the two files. Timings differ from method to method only by \
    how they are taken and judged. Then the candidate does a known share of work more.

    ## The methods


    """ + methods.map { "- **\($0.title)**: \($0.summary)\n" }.joined()
  }

  /// What the methods came to on a program.
  ///
  /// - Parameters:
  ///   - explanation: how it gets its layouts and the work that is added, in sentences.
  ///   - command: the command that made it.
  ///   - journal: all comparisons, where and with which commits they were made.
  ///   - shares: how many shares of work each session has.
  /// - Returns: the section, which begins with an empty line.
  package func section(
    explanation: String, command: String, _ journal: RaceJournal, shares: Int
  ) -> String {
    let records = journal.records.filter { methods.contains($0.method) }
    let commits = journal.commits.map { String($0.prefix(8)) }
    let versions =
      commits.isEmpty
      ? "" : " with commit\(commits.count == 1 ? "" : "s") \(commits.joined(separator: ", "))"
    let complete = Set(records.map(\.session)).filter { session in
      records.count { $0.session == session } == shares * methods.count
    }
    return """

      ## \(journal.origin.subject)

      Made by `\(command)`\(versions) on: \(journal.origin.machine)

      \(explanation) \(complete.count) \(complete.count == 1 ? "session is" : "sessions are") \
      complete.


      """ + RaceTable(records).markdown.trimmedEnd
  }

  /// A page with a section, in place of one with the same heading or else at its end.
  package func adding(_ section: String, to page: String) -> String {
    guard let heading = section.split(separator: "\n").first(where: { $0.hasPrefix("## ") }),
      let start = page.firstRange(of: "\n\(heading)\n")
    else { return page + section }
    let end = page[start.upperBound...].firstRange(of: "\n## ")?.lowerBound ?? page.endIndex
    return page[..<start.lowerBound] + section + page[end...]
  }
}

extension String {
  /// The text with one line end at its end.
  fileprivate var trimmedEnd: String {
    var text = Substring(self)
    while text.last == "\n" { text.removeLast() }
    return text + "\n"
  }
}
