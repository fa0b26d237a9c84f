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
      cases += "    <testcase classname=\"bench\" name=\"\(XMLReader.escaped(series.name))\""
      cases += " time=\"\(DecimalText.text(point.value, movedBy: power))\""
      if let message = failures[series.name] {
        failed += 1
        cases += ">\n      <failure type=\"regression\""
        cases += " message=\"\(XMLReader.escaped(message))\"/>\n    </testcase>\n"
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

  /// Reads the times of the test cases in nanoseconds; cases without a time are passed over.
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    var reader = XMLReader(text)
    var document = ExchangeDocument()
    var isFirst = true
    while let event = try reader.next() {
      guard case .start(let name, let attributes) = event else { continue }
      if isFirst, name != "testsuites", name != "testsuite" {
        throw ExchangeError("The root element is '\(name)', not 'testsuites' or 'testsuite'.")
      }
      isFirst = false
      guard name == "testcase", let time = attributes["time"] else { continue }
      guard let series = attributes["name"] else {
        throw ExchangeError("A test case has no name.")
      }
      guard let value = DecimalText.value(time, movedBy: -TimeUnit.nanoseconds.power) else {
        throw ExchangeError("The time '\(time)' of the test '\(series)' is no number.")
      }
      document.series.append(
        ExchangeSeries(name: series, unit: "ns", points: [ExchangePoint(value: value)]))
    }
    return document
  }
}
