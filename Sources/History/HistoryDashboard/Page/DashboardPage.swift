internal import MarkupEscaping

/// A report as one page that needs nothing else: no network and no server.
///
/// Where all points would make it large it shows some of them, and ``files`` beside it have the rest: a page that
/// is opened from a disk may not read files, but it may run scripts, so each file is one. Without them the page
/// says what it shows.
///
/// Texts out of the history reach it as JSON in a block that no browser runs, and its script puts
/// them into the page as text, never as markup. A content policy allows the page's own script and
/// style by their hashes and nothing else, so even a mistake there could not run a stranger's code.
///
/// ```swift
/// let page = DashboardPage(of: report)
/// try writeFile(Array(page.text.utf8), to: "index.html", replacingExisting: false)
/// ```
package struct DashboardPage: Sendable {
  /// The most bytes that a page takes, unless very many series leave no choice.
  package static let maximumBytes = 500_000
  /// A line near the top of every page, by which a folder is known to hold a report.
  package static let mark = "<meta name=\"generator\" content=\"bench report\">"

  /// The page, as UTF-8 HTML.
  package let text: String
  /// Whether older nights were left out to keep the page small.
  package let isThinned: Bool
  /// What belongs beside a page that is thinned; nil for a page with everything.
  package let files: SeriesFiles?
  /// The pictures beside it.
  package let flameGraphs: [FlameGraphFile]

  /// Makes the page of a report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - limit: How many bytes the page may take; older nights are left out until it fits.
  /// - Complexity: O(*n*) in points of all series.
  package init(of report: HistoryReport, limit: Int = DashboardPage.maximumBytes) {
    var page = ""
    var isThinned = false
    var files: SeriesFiles?
    for thinning in PageThinning.choices {
      // Of ten thousand series no choice makes a small page: only the last is worth its text.
      guard thinning == PageThinning.choices.last || thinning.leastBytes(of: report) <= limit else {
        continue
      }
      if thinning != .none, files == nil { files = SeriesFiles(of: report) }
      let data = PageData(of: report, thinning: thinning, files: files)
      page = Self.page(
        title: report.title, data: data.text,
        policy: data.isThinned ? PagePart.policyWithFiles : PagePart.policy)
      isThinned = data.isThinned
      if page.utf8.count <= limit { break }
    }
    text = page
    self.isThinned = isThinned
    self.files = isThinned ? files : nil
    flameGraphs = report.series.flatMap { $0.notes.compactMap(FlameGraphFile.init) }
  }

  private static func page(title: String, data: String, policy: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    \(mark)
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(Markup.xml(title, lineBreaks: .spaces))</title>
    <style>\(PagePart.styles)</style>
    </head>
    \(PagePart.body)<script type="application/json" id="data">\(data)</script>
    <script>\(PagePart.scripts)</script>
    </body>
    </html>

    """
  }
}
