internal import MarkupEscaping
internal import Reporting

extension SuiteExplanation {
  /// What the explained benchmarks run as flame graphs, one below the other, in SVG; `nil` where nothing was
  /// counted.
  package var flameGraph: String? {
    let drawings = explanations.compactMap { explanation -> FlameGraph? in
      guard case .counted(let ran)? = explanation.ran else { return nil }
      return FlameGraph(of: ran, title: explanation.benchmark)
    }
    guard !drawings.isEmpty else { return nil }
    var height = 56.0
    var groups: [String] = []
    for drawing in drawings {
      let place = Decimals.fixed(height, places: 0)
      groups += ["<g transform=\"translate(0 \(place))\">"] + drawing.elements + ["</g>"]
      height += drawing.height
    }
    let size = [FlameGraph.width, height].map { Decimals.fixed($0, places: 0) }
    let heading = Markup.xml("\(title): \(sides)", lineBreaks: .spaces)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size[0]) \(size[1])" width="\(size[0])" \
      height="\(size[1])" role="img" aria-labelledby="title description">
      <title id="title">\(heading)</title>
      <desc id="description">\(Self.legend) Stacks are made of the call graph: what a function executes is \
      divided among its callers by what their calls took.</desc>
      <style>\(Self.style)</style>
      <rect class="card" width="100%" height="100%"/>
      <text class="quiet" x="16" y="24">\(heading)</text>
      <text class="quiet" x="16" y="42">\(Self.legend)</text>
      \(groups.joined(separator: "\n"))
      </svg>

      """
  }

  private static let legend =
    "Width: instructions of the side that has more. Red: the function itself executes more, blue: less. "
    + "Outlined: calls that the candidate alone has, dashed: the base alone."

  private static let style = """
    :root{color-scheme:light dark;--card:#fff;--ink:#1a1d21;--quiet:#565d66}\
    @media (prefers-color-scheme:dark){:root{--card:#191d22;--ink:#e9ecef;--quiet:#a3adb8}}\
    text{font:11px ui-monospace,"DejaVu Sans Mono",monospace;fill:#1a1d21;pointer-events:none}\
    .name{font:600 15px system-ui,"DejaVu Sans",sans-serif;fill:var(--ink)}\
    .quiet{font:12px system-ui,"DejaVu Sans",sans-serif;fill:var(--quiet)}.card{fill:var(--card)}\
    .new rect,.gone rect{stroke:#1a1d21;stroke-width:1.5}.gone rect{stroke-dasharray:5 3}\
    g:hover>rect{fill-opacity:.75}
    """
}
