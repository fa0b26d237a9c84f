/// The page of a race: what the methods are, and a section for each program that they were raced on.
public struct RacePage {
  private let methods: [RacedMethod]

  /// Makes the page of some methods.
  public init(of methods: [RacedMethod]) { self.methods = methods }

  /// The page up to its first section.
  public var beginning: String {
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
  ///   - subject: what runs on both sides.
  ///   - explanation: how it gets its layouts and the work that is added, in sentences.
  ///   - command: the command that made it.
  ///   - machine: where it was made.
  ///   - records: all comparisons.
  ///   - shares: how many shares of work each session has.
  /// - Returns: the section, which begins with an empty line.
  public func section(
    on subject: String, explanation: String, command: String, machine: String,
    _ records: [RaceRecord], shares: Int
  ) -> String {
    let complete = Set(records.map(\.session)).filter { session in
      records.count { $0.session == session } == shares * methods.count
    }
    return """

      ## \(subject)

      Made by `\(command)` on: \(machine)

      \(explanation) \(complete.count) \(complete.count == 1 ? "session is" : "sessions are") \
      complete.


      """ + RaceTable(records).markdown.trimmedEnd
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
