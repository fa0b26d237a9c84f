internal import CPicturePage

/// A file of the page; all are part of the executable.
struct PageFile {
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

  /// Every file, by its path.
  static let all: [String: PageFile] = [
    "/": PageFile(cpicture_page_html(), type: html),
    "/page.css": PageFile(cpicture_page_css(), type: style),
    "/icon.svg": PageFile(cpicture_icon_svg(), type: "image/svg+xml"),
    "/page.js": PageFile(cpicture_page_js(), type: script),
    "/machine.js": PageFile(cpicture_machine_js(), type: script),
    "/analysis.js": PageFile(cpicture_analysis_js(), type: script),
    "/effect.js": PageFile(cpicture_effect_js(), type: script),
    "/hues.js": PageFile(cpicture_hues_js(), type: script),
    "/history.js": PageFile(cpicture_history_js(), type: script),
    "/picture.js": PageFile(cpicture_picture_js(), type: script),
    "/ring.js": PageFile(cpicture_ring_js(), type: script),
    "/stage.js": PageFile(cpicture_stage_js(), type: script),
    "/palette.js": PageFile(cpicture_palette_js(), type: script),
    "/gallery.js": PageFile(cpicture_gallery_js(), type: script),
    "/sunflower.js": PageFile(cpicture_sunflower_js(), type: script),
    "/work.js": PageFile(cpicture_work_js(), type: script),
  ]
}
