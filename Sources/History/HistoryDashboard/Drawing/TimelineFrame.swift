internal import MarkupEscaping
internal import Measuring
internal import TimingHistory

/// Where things are in the picture of a series, and the elements that show them.
struct TimelineFrame {
  private struct Mark {
    let time: Double
    let value: Double
    let interval: Interval?
  }

  private let series: ReportedSeries
  private let marks: [Mark]
  private let times: ClosedRange<Double>
  private let values: ClosedRange<Double>
  private let unit: String
  private let left = 70.0
  private let right: Double
  private let top = 62.0
  private let bottom: Double
  /// The room that the words of a change take, in units of the drawing.
  private static let wordsWidth = 76.0

  init(_ series: ReportedSeries, runs: [ReportedRun], width: Double, height: Double) {
    self.series = series
    marks = series.points.map { point in
      Mark(
        time: Double(runs[point.run].startedAt),
        value: series.watchesRatios ? point.ratio ?? .nan : point.value,
        interval: series.watchesRatios ? point.ratioInterval : point.interval)
    }
    unit = series.watchesRatios ? "× reference" : series.record.unit
    let first = marks.first?.time ?? 0
    let last = marks.last?.time ?? 0
    times = first < last ? first...last : (first - 1)...(first + 1)
    values = Self.range(of: marks)
    right = width - 96
    bottom = height - 38
  }

  /// The values with some room; never less than 4 %, or noise would look like mountains.
  private static func range(of marks: [Mark]) -> ClosedRange<Double> {
    let all = marks.flatMap { [$0.value, $0.interval?.lower, $0.interval?.upper] }
      .compactMap { $0 }.filter(\.isFinite)
    guard let low = all.min(), let high = all.max() else { return 0...1 }
    // Halves: the sum of two huge numbers is infinite.
    let middle = low / 2 + high / 2
    let half = max((high / 2 - low / 2) * 1.12, middle.magnitude * 0.02, 1e-12)
    // Numbers near the end of their range leave no room for room.
    guard (middle - half).isFinite, (middle + half).isFinite else { return low...high }
    return (low >= 0 ? max(middle - half, 0) : middle - half)...(middle + half)
  }

  private func x(_ time: Double) -> Double {
    left + (time - times.lowerBound) / (times.upperBound - times.lowerBound) * (right - left)
  }

  private func y(_ value: Double) -> Double {
    // The difference of two huge numbers overflows; that of their halves does not.
    let span = values.upperBound / 2 - values.lowerBound / 2
    let share = span > 0 ? (value / 2 - values.lowerBound / 2) / span : 0.5
    return bottom - share * (bottom - top)
  }

  private func at(_ number: Double) -> String {
    (number < 0 ? "-" : "") + ValueText.fixed(number.magnitude, places: 1)
  }

  /// The elements from back to front.
  func elements(in report: HistoryReport) -> [String] {
    guard !marks.isEmpty else {
      return ["<text x=\"16\" y=\"\(at(top))\">Nothing was measured yet.</text>"]
    }
    return valueAxis + timeAxis + [band].compactMap { $0 } + environments(in: report) + [line]
      + levels + changes + [newest].compactMap { $0 }
  }

  private var valueAxis: [String] {
    let middle = values.lowerBound / 2 + values.upperBound / 2
    let (name, divisor) = ValueText.scale(of: middle, unit: unit)
    let ticks = AxisTicks.values(
      in: (values.lowerBound / divisor)...(values.upperBound / divisor), count: 5)
    let places = AxisTicks.places(of: ticks)
    let lines = ticks.map { tick in
      let height = at(y(tick * divisor))
      return "<path class=\"grid\" d=\"M\(at(left)) \(height)H\(at(right))\"/>"
        + "<text x=\"\(at(left - 8))\" y=\"\(height)\" dy=\"4\" text-anchor=\"end\">"
        + "\(ValueText.fixed(tick, places: places))</text>"
    }
    return lines + ["<text x=\"16\" y=\"44\">\(Markup.xml(name, lineBreaks: .spaces))</text>"]
  }

  private var timeAxis: [String] {
    let ends = [(times.lowerBound, "start"), (times.upperBound, "end")]
    let middle = ((times.lowerBound + times.upperBound) / 2, "middle")
    return [ends[0], middle, ends[1]].map { time, anchor in
      "<text x=\"\(at(x(time)))\" y=\"\(at(bottom + 22))\" text-anchor=\"\(anchor)\">"
        + "\(ValueText.day(Int64(time)))</text>"
    }
  }

  private var band: String? {
    let known = marks.compactMap { mark in mark.interval.map { (mark.time, $0) } }
    guard known.count > 1 else { return nil }
    let over = known.map { "\(at(x($0.0))) \(at(y($0.1.upper)))" }
    let under = known.reversed().map { "\(at(x($0.0))) \(at(y($0.1.lower)))" }
    return "<path class=\"band\" d=\"M\((over + under).joined(separator: "L"))Z\"/>"
  }

  private var line: String {
    var path = ""
    for (place, mark) in marks.enumerated() where mark.value.isFinite {
      let goesOn = place > 0 && marks[place - 1].value.isFinite
      path += "\(goesOn ? "L" : "M")\(at(x(mark.time))) \(at(y(mark.value)))"
    }
    return "<path class=\"line\" d=\"\(path)\"/>"
  }

  private var levels: [String] {
    let bounds = [0] + series.changes.map(\.index) + [marks.count]
    return zip(bounds, bounds.dropFirst()).compactMap { from, past in
      guard past - from > 1,
        let level = Statistics.median(marks[from..<past].map(\.value).filter(\.isFinite))
      else { return nil }
      return "<path class=\"level\" d=\"M\(at(x(marks[from].time))) \(at(y(level)))"
        + "H\(at(x(marks[past - 1].time)))\"/>"
    }
  }

  private var changes: [String] {
    var edge = -Double.infinity
    return series.changes.map { change in
      let style =
        change.cause == .environment
        ? "environment" : series.better.isWorse(change.effect) ? "worse" : "better"
      let place = x(marks[change.index].time)
      let x = at(place)
      let line = "<path class=\"\(style)\" d=\"M\(x) \(at(top - 6))V\(at(bottom))\"/>"
      // Where changes crowd, the later words give way; the description has them all.
      guard place - Self.wordsWidth / 2 > edge else { return line }
      edge = place + Self.wordsWidth / 2
      let arrow = change.effect > 0 ? "▲" : "▼"
      return line
        + "<text class=\"\(style)\" x=\"\(x)\" y=\"\(at(top - 11))\" text-anchor=\"middle\">"
        + "\(arrow) \(ValueText.percent(change.effect))</text>"
    }
  }

  private func environments(in report: HistoryReport) -> [String] {
    var elements: [String] = []
    var current: Int?
    var edge = -Double.infinity
    for (point, mark) in zip(series.points, marks) {
      guard let environment = report.runs[point.run].environment else { continue }
      if let current, current != environment {
        let place = x(mark.time)
        let x = at(place)
        elements.append(
          "<path class=\"environment dashed\" d=\"M\(x) \(at(top))V\(at(bottom))\"/>")
        let isClear = place > edge && place + Self.wordsWidth < right
        if isClear {
          edge = place + Self.wordsWidth + 10
          elements.append(
            "<text class=\"environment\" x=\"\(x)\" y=\"\(at(bottom - 6))\" dx=\"5\">"
              + "environment</text>")
        }
      }
      current = environment
    }
    return elements
  }

  private var newest: String? {
    guard let mark = marks.last, mark.value.isFinite else { return nil }
    let (x, y) = (at(x(mark.time)), at(y(mark.value)))
    let words = ValueText.quantity(mark.value, unit: series.watchesRatios ? "×" : unit)
    return "<circle class=\"dot\" cx=\"\(x)\" cy=\"\(y)\" r=\"3.2\"/>"
      + "<text class=\"newest\" x=\"\(x)\" y=\"\(y)\" dx=\"9\" dy=\"4\">"
      + "\(Markup.xml(words, lineBreaks: .spaces))</text>"
  }
}
