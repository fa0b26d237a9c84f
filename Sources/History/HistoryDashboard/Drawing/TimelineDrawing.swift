internal import MarkupEscaping
internal import Measuring
internal import TimingHistory

/// One series over time as a picture of its own: SVG in light and dark, with title and description.
///
/// ```swift
/// let drawing = TimelineDrawing(of: report.series[0], in: report)
/// print(drawing.text)
/// ```
package struct TimelineDrawing: Sendable {
  /// The picture, as UTF-8 SVG.
  package let text: String

  /// Draws a series.
  ///
  /// - Parameters:
  ///   - series: The series; the numbers in which its changes were looked for are drawn.
  ///   - report: The report that it is part of.
  ///   - width: In units of the drawing, at least 320.
  ///   - height: In the same units, at least 160.
  /// - Complexity: O(*n*) in points.
  package init(
    of series: ReportedSeries, in report: HistoryReport, width: Int = 800, height: Int = 320
  ) {
    let frame = TimelineFrame(
      series, runs: report.runs, width: Double(max(width, 320)), height: Double(max(height, 160)))
    let title = Markup.xml(series.record.name, lineBreaks: .spaces)
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(max(width, 320)) \(max(height, 160))" \
      width="\(max(width, 320))" height="\(max(height, 160))" role="img" aria-labelledby="title description">
      <title id="title">\(title)</title>
      <desc id="description">\(Markup.xml(Self.description(of: series, in: report), lineBreaks: .spaces))</desc>
      <style>\(Self.style)</style>
      <rect class="card" width="100%" height="100%" rx="8"/>
      <text class="name" x="16" y="26">\(Markup.xml(Self.shortened(series.record.name, to: 70), lineBreaks: .spaces))</text>
      \(frame.elements(in: report).joined(separator: "\n"))
      </svg>

      """
  }

  private static let style = """
    :root{color-scheme:light dark;--card:#fff;--ink:#1a1d21;--quiet:#565d66;--grid:#e6e6e2;\
    --accent:#0059a8;--band:#0059a8;--slower:#b3261e;--faster:#00694f;--elsewhere:#6a4d00}\
    @media (prefers-color-scheme:dark){:root{--card:#191d22;--ink:#e9ecef;--quiet:#a3adb8;\
    --grid:#2a3138;--accent:#72b7ff;--band:#72b7ff;--slower:#ff8f7f;--faster:#4fd1a5;\
    --elsewhere:#e8bd4f}}\
    text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;\
    fill:var(--quiet)}.name{font-size:15px;font-weight:600;fill:var(--ink)}.card{fill:var(--card)}\
    .grid{stroke:var(--grid)}.band{fill:var(--band);opacity:.18}\
    .line{fill:none;stroke:var(--accent);stroke-width:1.4;stroke-linejoin:round}\
    .dot{fill:var(--accent)}.newest{fill:var(--accent);font-weight:600}\
    .level{stroke:var(--ink);stroke-width:2}.worse,.better,.environment{stroke-width:1.4}\
    .worse{stroke:var(--slower);fill:var(--slower)}.better{stroke:var(--faster);fill:var(--faster)}\
    .environment{stroke:var(--elsewhere);fill:var(--elsewhere)}.dashed{stroke-dasharray:5 4}\
    text.worse,text.better,text.environment{stroke:none;font-weight:600}
    """

  /// What the picture shows, for those who do not see it.
  static func description(of series: ReportedSeries, in report: HistoryReport) -> String {
    guard let first = series.points.first, let last = series.points.last else {
      return "Nothing was measured yet."
    }
    func moment(_ point: ReportedPoint) -> String {
      ValueText.day(report.runs[point.run].startedAt)
    }
    let newest = ValueText.quantity(last.value, unit: series.record.unit)
    var text =
      "\(series.points.count) runs from \(moment(first)) to \(moment(last)); newest \(newest)"
    if series.watchesRatios, let ratio = last.ratio {
      text += ", \(ValueText.digits(ratio)) times the reference"
    }
    text += ". Status: \(series.lightTitle)."
    for change in series.changes {
      let day = moment(series.points[change.index])
      text += " Level changed by \(ValueText.percent(change.effect)) on \(day)."
    }
    return text
  }

  private static func shortened(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count - 1) + "…" : text
  }
}
