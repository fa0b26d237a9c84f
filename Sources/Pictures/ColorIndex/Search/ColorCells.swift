internal import CLibrary
internal import DominantColor
internal import Pixels

/// The colours of sRGB divided into cells of CIELAB by lightness, chroma and hue angle.
///
/// Slices of lightness are ``sliceHeight`` high; in each, rings of chroma are ``ringWidth`` wide.
/// The innermost ring is one cell, for greys have no hue; ring *k* has 6*k* cells, so that all
/// cells have about the same size.
enum ColorCells {
  static let sliceHeight = 4.0
  static let ringWidth = 6.0
  static let sliceCount = 25
  /// sRGB's strongest colour, blue, has a chroma of 133.8.
  static let ringCount = 23
  /// Cells of a slice: 1 + 6 + 12 + … for each further ring.
  static let cellsPerSlice = 1 + 3 * ringCount * (ringCount - 1)
  static let count = sliceCount * cellsPerSlice

  /// The number of a colour's cell, 0 up to ``count``.
  static func cell(of color: RGB8) -> Int {
    let lab = CIELAB(color)
    let slice = min(max(Int(lab.lightness / sliceHeight), 0), sliceCount - 1)
    let ring = min(Int(hypot(lab.a, lab.b) / ringWidth), ringCount - 1)
    guard ring > 0 else { return slice * cellsPerSlice }
    let angle = atan2(lab.b, lab.a)
    let turn = (angle < 0 ? angle + 2 * .pi : angle) / (2 * .pi)
    let sector = min(Int(turn * Double(6 * ring)), 6 * ring - 1)
    return slice * cellsPerSlice + firstCell(ofRing: ring) + sector
  }

  /// The extent of a cell.
  static func box(of cell: Int) -> PolarBox {
    let slice = cell / cellsPerSlice
    let rest = cell % cellsPerSlice
    var ring = 0
    while ring + 1 < ringCount, firstCell(ofRing: ring + 1) <= rest { ring += 1 }
    let sectors = Double(max(6 * ring, 1))
    let sector = Double(rest - firstCell(ofRing: ring))
    return PolarBox(
      lightness: RealInterval(Double(slice) * sliceHeight, Double(slice + 1) * sliceHeight),
      chroma: RealInterval(Double(ring) * ringWidth, Double(ring + 1) * ringWidth),
      hue: ring == 0
        ? nil : RealInterval(2 * .pi * sector / sectors, 2 * .pi * (sector + 1) / sectors))
  }

  private static func firstCell(ofRing ring: Int) -> Int {
    // 1 + 6 (1 + 2 + … + (k − 1)).
    ring == 0 ? 0 : 1 + 3 * ring * (ring - 1)
  }
}

/// A part of CIELAB between two lightnesses, two chromas and two hue angles.
struct PolarBox: Equatable {
  var lightness: RealInterval
  var chroma: RealInterval
  /// Radians, between 0 and 2π; `nil` for the full circle.
  var hue: RealInterval?
}
