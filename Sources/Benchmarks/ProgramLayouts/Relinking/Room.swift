internal import Hashing

/// The room that a layout leaves before pieces of code.
///
/// Large programs have thousands of pieces, so that their order alone moves each of them through
/// cache lines and pages. A program of thirty C files has thirty, and one of a Swift file two: there
/// room of a drawn size goes before each piece. It is drawn by the piece's name, so what two builds
/// have alike has the same room before it.
struct Room {
  /// The symbols of pieces and of room, in their order.
  let lines: [String]
  /// Bytes of each piece of room.
  let sizes: [Int]

  /// Up to how many pieces of code room is drawn.
  static let mostPieces = 1024
  /// Room is a multiple of what functions are aligned to at least.
  private static let step = 16

  init(before symbols: [String], layout: UInt64, in build: RelinkableBuild) {
    // Of a program with many pieces not even the names are looked at, which takes milliseconds.
    guard build.codePieces <= Self.mostPieces else {
      (lines, sizes) = (symbols, [])
      return
    }
    let code = Set(build.pieces.lazy.filter(\.isCode).map(\.symbol))
    // A page for the few, a cache line or some for the many.
    let choices: UInt64 = code.count <= 64 ? 256 : 16
    var lines: [String] = []
    var sizes: [Int] = []
    for symbol in symbols {
      if code.contains(symbol) {
        var hash = FNV1a(value: FNV1a().value ^ (layout &+ 1) &* SplitMix64.step)
        hash.add(symbol.utf8)
        let steps = Int(SplitMix64.mix(~hash.value) % choices)
        if steps > 0 {
          lines.append(PaddingObject.symbol(sizes.count))
          sizes.append(steps * Self.step)
        }
      }
      lines.append(symbol)
    }
    (self.lines, self.sizes) = (lines, sizes)
  }
}
