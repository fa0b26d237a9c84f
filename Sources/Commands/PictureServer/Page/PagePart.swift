internal import CPicturePage

/// The files of the page, which are part of the executable, by their paths.
struct PagePart {
  /// The content.
  let bytes: [UInt8]
  /// The media type.
  let type: String

  private init(_ file: cpicture_file, type: String) {
    // SAFETY: the bytes are a constant of the program, as many as it says.
    bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    self.type = type
  }

  private static let html = "text/html; charset=utf-8"
  private static let style = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"

  /// Every file.
  static let all: [String: PagePart] = [
    "/": PagePart(cpicture_page_html(), type: html),
    "/page.css": PagePart(cpicture_page_css(), type: style),
    "/icon.svg": PagePart(cpicture_icon_svg(), type: "image/svg+xml"),
    "/page.js": PagePart(cpicture_page_js(), type: script),
    "/machine.js": PagePart(cpicture_machine_js(), type: script),
    "/analysis.js": PagePart(cpicture_analysis_js(), type: script),
    "/effect.js": PagePart(cpicture_effect_js(), type: script),
    "/hues.js": PagePart(cpicture_hues_js(), type: script),
    "/history.js": PagePart(cpicture_history_js(), type: script),
    "/picture.js": PagePart(cpicture_picture_js(), type: script),
    "/ring.js": PagePart(cpicture_ring_js(), type: script),
    "/stage.js": PagePart(cpicture_stage_js(), type: script),
    "/palette.js": PagePart(cpicture_palette_js(), type: script),
    "/gallery.js": PagePart(cpicture_gallery_js(), type: script),
    "/sunflower.js": PagePart(cpicture_sunflower_js(), type: script),
    "/work.js": PagePart(cpicture_work_js(), type: script),
  ]
}
