/// The files of the page, which are part of the executable, by their paths.
struct PagePart {
  /// The content.
  let bytes: [UInt8]
  /// The media type.
  let type: String

  private static let html = "text/html; charset=utf-8"
  private static let style = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"

  /// Every file.
  static let all: [String: PagePart] = [
    "/": PagePart(bytes: PackageResources.page_html, type: html),
    "/page.css": PagePart(bytes: PackageResources.page_css, type: style),
    "/icon.svg": PagePart(bytes: PackageResources.icon_svg, type: "image/svg+xml"),
    "/page.js": PagePart(bytes: PackageResources.page_js, type: script),
    "/machine.js": PagePart(bytes: PackageResources.machine_js, type: script),
    "/analysis.js": PagePart(bytes: PackageResources.analysis_js, type: script),
    "/effect.js": PagePart(bytes: PackageResources.effect_js, type: script),
    "/history.js": PagePart(bytes: PackageResources.history_js, type: script),
    "/picture.js": PagePart(bytes: PackageResources.picture_js, type: script),
    "/ring.js": PagePart(bytes: PackageResources.ring_js, type: script),
    "/stage.js": PagePart(bytes: PackageResources.stage_js, type: script),
    "/palette.js": PagePart(bytes: PackageResources.palette_js, type: script),
    "/gallery.js": PagePart(bytes: PackageResources.gallery_js, type: script),
    "/sunflower.js": PagePart(bytes: PackageResources.sunflower_js, type: script),
  ]
}
