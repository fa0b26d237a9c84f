internal import ExchangeDocuments
internal import MarkupEscaping

/// JUnit's XML: a test case for each series, with its time in seconds, failed where it regressed.
enum JUnitReport {
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
      cases += "    <testcase classname=\"bench\" name=\"\(Markup.xml(series.name))\""
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
}
