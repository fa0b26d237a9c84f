internal import Hashing

/// The page's own markup, style and script, and uPlot's, which are part of the executable.
enum PagePart {
  /// The page between its head and its data.
  static let body = text(PackageResources.body_html)

  static let styles = [
    PackageResources.uPlot_min_css, PackageResources.theme_css, PackageResources.layout_css,
    PackageResources.charts_css,
  ].map(text).joined(separator: "\n")

  /// uPlot with its licence, which every copy has to carry, then the page's own scripts in one
  /// function of their own, so that nothing is global.
  static let scripts =
    "/*\n" + text(PackageResources.uPlot_LICENSE_txt) + "*/\n"
    + text(PackageResources.uPlot_iife_min_js) + "\n(() => {\n\"use strict\";\n"
    + [
      PackageResources.page_js, PackageResources.words_js, PackageResources.data_js,
      PackageResources.theme_js, PackageResources.overview_js, PackageResources.triage_js,
      PackageResources.plots_js, PackageResources.overlay_js, PackageResources.timeline_js,
      PackageResources.readout_js, PackageResources.heatmap_js,
      PackageResources.scaling_js, PackageResources.accuracy_js, PackageResources.fleet_js,
      PackageResources.environment_js, PackageResources.start_js,
    ].map(text).joined(separator: "\n") + "\n})();\n"

  /// What a browser may run and apply: these two and nothing else, and nothing from elsewhere.
  static let policy =
    "default-src 'none'; script-src 'sha256-\(SHA256.base64(Array(scripts.utf8)))'; "
    + "style-src 'sha256-\(SHA256.base64(Array(styles.utf8)))'; base-uri 'none'; form-action 'none'"

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
