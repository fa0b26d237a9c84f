package import OrderedJSON

/// Why a series became slower, as a night reports it.
package struct NightReason: Equatable, Sendable {
  /// The answer in a sentence.
  package let answer: String
  /// The whole explanation as Markdown.
  package let markdown: String
  /// The whole explanation for programs.
  package let record: JSONValue
  /// What ran on both sides, as a picture in SVG; `nil` where nothing was counted.
  ///
  /// The history keeps it apart from the rest, so that a night that goes on has none here.
  package let flameGraph: String?

  package init(answer: String, markdown: String, record: JSONValue, flameGraph: String? = nil) {
    self.answer = answer
    self.markdown = markdown
    self.record = record
    self.flameGraph = flameGraph
  }
}

extension NightReason: NightStepResult {
  var json: JSONValue {
    .object(present: [
      "answer": .string(answer), "markdown": .string(markdown), "record": record,
    ])
  }

  init?(json: JSONValue) {
    guard let answer = json["answer"]?.string, let markdown = json["markdown"]?.string,
      let record = json["record"]
    else { return nil }
    self.init(answer: answer, markdown: markdown, record: record)
  }
}
