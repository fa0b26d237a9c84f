internal import CDashboardPage
internal import Hashing

/// The page's own markup, style and script, and uPlot's, which are part of the executable.
enum PagePart {
  /// The page between its head and its data.
  static let body = text(cdashboard_body_html())

  static let styles = [
    cdashboard_uPlot_min_css(), cdashboard_theme_css(), cdashboard_layout_css(),
    cdashboard_charts_css(),
  ].map(text).joined(separator: "\n")

  /// uPlot with its licence, which every copy has to carry, then the page's own scripts in one
  /// function of their own, so that nothing is global.
  static let scripts =
    "/*\n" + text(cdashboard_uPlot_LICENSE_txt()) + "*/\n"
    + text(cdashboard_uPlot_iife_min_js()) + "\n(() => {\n\"use strict\";\n"
    + [
      cdashboard_page_js(), cdashboard_words_js(), cdashboard_data_js(),
      cdashboard_address_js(),
      cdashboard_theme_js(), cdashboard_overview_js(), cdashboard_triage_js(),
      cdashboard_plots_js(), cdashboard_overlay_js(), cdashboard_timeline_js(),
      cdashboard_readout_js(), cdashboard_saving_js(), cdashboard_scaling_js(),
      cdashboard_fleet_js(),
      cdashboard_environment_js(), cdashboard_start_js(),
    ].map(text).joined(separator: "\n") + "\n})();\n"

  /// What a browser may run and apply: these two and nothing else, and nothing from elsewhere.
  static let policy = policy(of: "")

  /// The same, with the scripts that the page's own script asks for: the files beside it.
  static let policyWithFiles = policy(of: " 'strict-dynamic'")

  private static func policy(of more: String) -> String {
    "default-src 'none'; script-src 'sha256-\(SHA256.base64(Array(scripts.utf8)))'\(more); "
      + "style-src 'sha256-\(SHA256.base64(Array(styles.utf8)))'; base-uri 'none'; form-action 'none'"
  }

  private static func text(_ file: cdashboard_file) -> String {
    // SAFETY: the bytes are a constant of the program, as many as it says.
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
