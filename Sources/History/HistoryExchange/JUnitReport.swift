internal import ExchangeDocuments
internal import MarkupEscaping
internal import Measuring

/// JUnit's XML: a test case for each series, with its time in seconds, failed where it regressed.
///
/// Of what test runners write, a case that passed is a time; one with a failure or an error failed, and one
/// that was skipped was not measured.
enum JUnitReport {
  /// The class of the cases that are written, which is no part of their names.
  private static let ownClass = "bench"

  static func text(
    of document: ExchangeDocument, failures: [String: String]
  ) throws(ExchangeError) -> String {
    var cases = ""
    var count = 0
    var failed = 0
    for series in document.series {
      guard let point = series.points.last else { continue }
      let power = try TimeUnit(of: series, format: "JUnit's XML").power
      count += 1
      cases += "    <testcase classname=\"\(ownClass)\" name=\"\(Markup.xml(series.name))\""
      cases += " time=\"\(DecimalText.text(point.value, movedBy: power))\""
      if let message = failures[series.name] {
        failed += 1
        cases += ">\n      <failure type=\"regression\""
        cases += " message=\"\(Markup.xml(message))\"/>\n    </testcase>\n"
      } else {
        cases += "/>\n"
      }
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="\(count)" failures="\(failed)">
        <testsuite name="bench" tests="\(count)" failures="\(failed)" errors="0" skipped="0">
      \(cases)  </testsuite>
      </testsuites>

      """
  }

  /// Reads the cases, with times in nanoseconds.
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    var tags = XMLTags(text)
    var results = JUnitCases()
    var hasRoot = false
    while let tag = try tags.next() {
      switch tag.name {
      case "testsuites": hasRoot = true
      case "testsuite":
        hasRoot = true
        results.enter(tag)
      case "testcase":
        if !tag.isEnd { results.begin(tag) }
        if tag.isEnd || tag.isEmpty { results.end() }
      case "failure", "error":
        if !tag.isEnd { results.note(.failed, tag) }
      case "skipped":
        if !tag.isEnd { results.note(.skipped, tag) }
      default: break
      }
    }
    guard hasRoot else {
      throw ExchangeError("The document's element is not 'testsuites' or 'testsuite'.")
    }
    results.end()
    return results.gathering.document
  }

  /// The cases of a file, one after the other.
  private struct JUnitCases {
    private(set) var gathering = SeriesGathering(ofOneRun: true)
    /// When each suite around a case began, and where; those inside say it again or not.
    private var suites: [(time: Int64?, machine: String?)] = []
    private var current: XMLTags.Tag?
    private var state: UnmeasuredResult.State?
    private var reason = ""

    mutating func enter(_ tag: XMLTags.Tag) {
      if tag.isEnd {
        _ = suites.popLast()
      } else if !tag.isEmpty {
        suites.append(
          (
            tag.attributes["timestamp"].flatMap { Timestamp.milliseconds($0) }
              ?? suites.last?.time ?? nil,
            tag.attributes["hostname"] ?? suites.last?.machine ?? nil
          ))
      }
    }

    mutating func begin(_ tag: XMLTags.Tag) {
      end()
      current = tag
      state = nil
      reason = ""
    }

    mutating func note(_ state: UnmeasuredResult.State, _ tag: XMLTags.Tag) {
      // What failed and was skipped afterwards has failed.
      guard current != nil, self.state != .failed else { return }
      self.state = state
      reason = tag.attributes["message"] ?? ""
    }

    mutating func end() {
      guard let tag = current else { return }
      current = nil
      let own = tag.attributes["name"] ?? ""
      let group = tag.attributes["classname"] ?? ""
      let name = group.isEmpty || group == ownClass ? own : "\(group).\(own)"
      let (time, machine) = suites.last ?? (nil, nil)
      // Some write thousands with a comma.
      let seconds = tag.attributes["time"].map { $0.filter { $0 != "," } }
      guard state == nil,
        let value = seconds.flatMap({
          DecimalText.value($0, movedBy: -TimeUnit.nanoseconds.power)
        })
      else {
        gathering.add(
          UnmeasuredResult(
            series: name, state ?? .missing, reason: sentence(name), time: time))
        return
      }
      gathering.add(
        ExchangeSeries(
          name: name, unit: "ns",
          points: [ExchangePoint(value: value, time: time, machine: machine)], better: .less))
    }

    private func sentence(_ name: String) -> String {
      let words =
        switch state {
        case .failed: "failed"
        case .skipped: "was skipped"
        case .missing, nil: "has no number as its 'time'"
        }
      return "The test case '\(name)' \(words)"
        + (reason.isEmpty ? "." : ": \(QuotedText.quoted(reason)).")
    }
  }
}
