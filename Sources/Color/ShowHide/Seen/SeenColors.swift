public import Pixels
internal import SIMDBodies

/// What the numbers of a picture look like: the sRGB colour of each, where they are of another
/// colour space.
///
/// A selection judges the colour that is seen, and an effect changes the number that is stored:
///
/// ```swift
/// // Pixels that are stored with red and blue in each other's place.
/// let seen = SeenColors { pixels in
///   for place in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(place, place + 2) }
/// }
/// let red = ColorSelection.near(RGB8(red: 220, green: 30, blue: 30), edge: SoftEdge(tolerance: 90))
/// var shown = image
/// image.withPixels { pixels in
///   Effect.show.apply(to: pixels, into: &shown, selecting: red, seen: seen)
/// }
/// ```
///
/// The number of a pixel of weight 256 is written as it is, and the greys are those of the numbers.
///
/// Colours are converted box by box as pixels ask for them, and never one by one: 35,937 at first,
/// and 512 for each box of 8 levels a side that the edge of a selection goes through. A weight is
/// that of the converted colour, provided that the colours of a box lie between those of its corners,
/// give or take `slack` levels, as they do where each channel rises with its light.
public final class SeenColors: Sendable {
  /// Converts RGBA pixels in place; any thread may call it at any time.
  public let convert: @Sendable (UnsafeMutableRawBufferPointer) -> Void
  /// The colours of all multiples of 8 levels and 255, those of red nearest to each other.
  private let nodes: [RGBA8]
  /// Weights that were found, for the next ones who ask.
  let kept = KeptWeights()

  /// Nodes a side of the cube of colours.
  private static let side = 33
  /// Levels by which a colour may lie outside of those of its box's corners.
  static let slack = 2

  /// Looks at some colours.
  ///
  /// - Parameter convert: makes RGBA pixels of the picture those of sRGB, in place and in any order;
  ///   one colour always becomes the same. Any thread may call it at any time.
  public init(_ convert: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
    self.convert = convert
    let levels = (0..<Self.side).map { UInt8(min(8 * $0, 255)) }
    var nodes: [RGBA8] = []
    nodes.reserveCapacity(Self.side * Self.side * Self.side)
    for blue in levels {
      for green in levels {
        for red in levels { nodes.append(RGBA8(red: red, green: green, blue: blue)) }
      }
    }
    nodes.withUnsafeMutableBytes(convert)
    self.nodes = nodes
  }

  /// The levels that the colours of a cube have, of whole boxes of 8 levels a side.
  func bounds(from lowest: RGB8, to highest: RGB8) -> (lowest: RGB8, highest: RGB8) {
    func range(_ low: UInt8, _ high: UInt8) -> ClosedRange<Int> {
      //     levels    0       8       16  …  248     255
      //     nodes     0       1       2   …  31      32       boxes 8 … 15 lie between 1 and 2
      Int(low) / 8...(Int(high) + 1) / 8
    }
    var low = SIMD4<UInt8>(repeating: 255)
    var high = SIMD4<UInt8>(repeating: 0)
    for blue in range(lowest.blue, highest.blue) {
      for green in range(lowest.green, highest.green) {
        let row = Self.side * (green + Self.side * blue)
        for red in range(lowest.red, highest.red) {
          let node = nodes[row + red]
          let levels = SIMD4(node.red, node.green, node.blue, 0)
          low = pointwiseMin(low, levels)
          high = pointwiseMax(high, levels)
        }
      }
    }
    func down(_ level: UInt8) -> UInt8 { UInt8(max(Int(level) - Self.slack, 0)) }
    func up(_ level: UInt8) -> UInt8 { UInt8(min(Int(level) + Self.slack, 255)) }
    return (
      RGB8(red: down(low.x), green: down(low.y), blue: down(low.z)),
      RGB8(red: up(high.x), green: up(high.y), blue: up(high.z))
    )
  }

  /// The colours of a box of 8 levels a side, those of red nearest to each other.
  func colors(from corner: RGB8) -> [RGBA8] {
    var colors = (0..<ColorBoxes.colorsInBox).map { color in
      RGBA8(
        red: corner.red + UInt8(color & 7), green: corner.green + UInt8(color >> 3 & 7),
        blue: corner.blue + UInt8(color >> 6))
    }
    colors.withUnsafeMutableBytes(convert)
    return colors
  }

  /// The pixels as they are seen.
  ///
  /// - Parameter view: pixels of the picture.
  /// - Returns: a converted copy.
  /// - Throws: `ImageGeometryError.tooLarge` when there is no memory for it.
  /// - Complexity: O(*n*) in pixels.
  public func image(of view: PixelView) throws(ImageGeometryError) -> ImageBuffer {
    var image = try ImageBuffer(copying: view)
    image.withMutableBytes(convert)
    return image
  }
}
