internal import Pixels
internal import ShowHide

/// How much of a picture a selection takes: of up to 2¹⁸ pixels spread evenly over it, the share
/// that is selected in full.
struct SelectedShare {
  private static let mostPixels = 1 << 18

  private let selection: ColorSelection
  private let visibility = VisibilityRule()
  private let step: Int
  private var position = 0
  private var visible = 0
  private var selected = 0
  /// What the pixels look like; `nil` where they are colours of sRGB.
  private let seen: SeenColors?

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - selection: the selection.
  ///   - seen: what the pixels look like; `nil` where they are colours of sRGB.
  ///   - pixelCount: how many pixels will come.
  init(_ selection: ColorSelection, seen: SeenColors? = nil, pixelCount: Int) {
    self.selection = selection
    self.seen = seen
    // An odd step, for pictures often have a side that is a power of two.
    step = max(1, pixelCount / Self.mostPixels) | 1
  }

  /// Looks at the next pixels.
  mutating func add(_ pixels: PixelView) {
    let count = pixels.pixelCount
    var colors: [RGBA8] = []
    while position < count {
      let pixel = pixels[position % pixels.width, position / pixels.width]
      if visibility.verdict(on: pixel) == .counted { colors.append(pixel) }
      position += step
    }
    // Where the next band begins: the step goes on over bands as if they were one picture.
    position -= count
    if let seen { colors.withUnsafeMutableBytes(seen.convert) }
    visible += colors.count
    // Neighbours are often alike.
    var last: (color: RGB8, isSelected: Bool)?
    for pixel in colors {
      let color = pixel.color
      let isSelected =
        last?.color == color ? last?.isSelected == true : selection.weight(of: color) == 256
      if isSelected { selected += 1 }
      last = (color, isSelected)
    }
  }

  /// The share of the visible pixels, 0 to 1; `nil` where none is visible.
  var share: Double? { visible == 0 ? nil : Double(selected) / Double(visible) }
}
