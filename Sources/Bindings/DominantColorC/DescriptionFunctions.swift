// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of C.

public import CDominantColor
internal import ColorNames
internal import DominantColor
internal import Pixels

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_describe(
  _ red: UInt8, _ green: UInt8, _ blue: UInt8,
  _ description: UnsafeMutablePointer<dominantcolor_description>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  reporting(to: error) { () throws(Failure) in
    guard let description else {
      throw .invalid("There is no place for the description: it is NULL.")
    }
    description.pointee = dominantcolor_description(RGB8(red: red, green: green, blue: blue))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_name_colors(
  _ colors: UnsafePointer<UInt8>?, _ count: Int,
  _ names: UnsafeMutablePointer<dominantcolor_palette_name>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  reporting(to: error) { () throws(Failure) in
    guard (0...64).contains(count) else {
      throw .invalid("At most 64 colours are named together, not \(UInt(bitPattern: count)).")
    }
    guard count > 0 else { return }
    guard let colors else { throw .invalid("The colours are NULL.") }
    guard let names else { throw .invalid("There is no place for the names: it is NULL.") }
    // SAFETY: the caller promises three bytes for each colour, and room for as many names.
    let given = (0..<count).map {
      RGB8(red: colors[3 * $0], green: colors[3 * $0 + 1], blue: colors[3 * $0 + 2])
    }
    for (index, name) in PaletteName.names(of: given).enumerated() {
      (names + index).initialize(to: dominantcolor_palette_name(name))
    }
  }
}

extension dominantcolor_description {
  fileprivate init(_ color: RGB8) {
    self.init()
    css = dominantcolor_name(ColorNameList.css.nearest(to: color))
    xkcd = dominantcolor_name(ColorNameList.xkcd.nearest(to: color))
    let lab = OKLab(color)
    (lightness, chroma, hue) = (lab.lightness, lab.chroma, lab.hue)
    contrast_with_white = ReadableText.contrast(RGB8(red: 255, green: 255, blue: 255), color)
    contrast_with_black = ReadableText.contrast(RGB8(red: 0, green: 0, blue: 0), color)
    // The header numbers both in the order of their cases; a test compares them by name.
    for (bit, family) in ColorFamily.allCases.enumerated() where family.contains(color) {
      families |= 1 << UInt32(bit)
    }
    role = Int32(SwatchRole.allCases.firstIndex(of: SwatchRole(lab)) ?? 0)
  }
}

extension dominantcolor_name {
  fileprivate init(_ nearest: NearestName) {
    self.init()
    let color = nearest.named.color
    (red, green, blue, difference) = (color.red, color.green, color.blue, nearest.distance)
    withUnsafeMutableBytes(of: &text) {
      $0.copyBytes(from: nearest.named.name.utf8.prefix($0.count - 1))
    }
  }
}

extension dominantcolor_palette_name {
  fileprivate init(_ name: PaletteName) {
    self.init()
    nearest = dominantcolor_name(name.nearest)
    list = Int32(ColorNameList.allCases.firstIndex(of: name.nearest.named.list) ?? 0)
    withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: name.name.utf8.prefix($0.count - 1)) }
  }
}
