internal import ColorIndex
internal import ColorNames
internal import Files
internal import MarkupEscaping
internal import Pixels
internal import Reporting

/// Found pictures as a page for a browser: the pictures where they are, each with its colours.
///
/// The page is one file without scripts, which loads nothing but the pictures.
struct FoundPage {
  /// What was asked for, in words.
  let query: String
  let pictures: [FoundPicture]

  var html: String {
    let noun = pictures.count == 1 ? "picture" : "pictures"
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src file:; \
      style-src 'unsafe-inline'">
      <title>\(Markup.xml(query))</title>
      <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body { margin: 1rem auto; max-width: 80rem; padding: 0 1rem; }
      ul { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr));
        list-style: none; padding: 0; }
      img { aspect-ratio: 4 / 3; object-fit: contain; width: 100%; }
      ol { display: flex; list-style: none; padding: 0; }
      ol li { flex: 1 1 0; font: 0.7rem/2 ui-monospace, monospace; overflow: hidden;
        text-align: center; }
      p { margin: 0; overflow-wrap: anywhere; }
      </style>
      <h1>\(Markup.xml(query))</h1>
      <p>\(pictures.count) \(noun)</p>
      <ul>
      \(pictures.map(Self.item).joined())</ul>
      </html>

      """
  }

  private static func item(_ found: FoundPicture) -> String {
    let name = Markup.xml(PathText.printable(found.path))
    let share = Decimals.percent(Double(found.share) / Double(IndexedSwatch.whole))
    let distance = found.distance.map { "ΔE00 \(Decimals.fixed($0, places: 1)), " } ?? ""
    let url = Markup.xml(fileURL(found.path))
    return """
      <li>
      <a href="\(url)"><img loading="lazy" src="\(url)" alt="\(name)"></a>
      <p>\(name)</p>
      <p>\(distance)\(share)</p>
      <ol aria-label="Colours">\(colors(of: found).map(swatch).joined())</ol>
      </li>

      """
  }

  /// The colour for which a picture was found, and its main ones.
  private static func colors(of found: FoundPicture) -> [RGB8] {
    (found.matched.map { [$0] } ?? []) + found.picture.palette.swatches.map(\.color)
  }

  private static func swatch(_ color: RGB8) -> String {
    let text = ReadableText(on: color).color
    return "<li style=\"background:\(color);color:\(text)\">\(color)</li>"
  }

  /// The address of a file (RFC 8089), its bytes escaped as RFC 3986 wants it.
  private static func fileURL(_ path: String) -> String {
    var url = "file://"
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    for byte in PathText.encode(resolvedPath(path) ?? path) {
      if plain.contains(byte) {
        url.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        url += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return url
  }
}
