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
  /// The weight of the colour that came last: neighbours are often alike.
  private var last: (color: RGB8, isSelected: Bool)?

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - selection: the selection.
  ///   - pixelCount: how many pixels will come.
  init(_ selection: ColorSelection, pixelCount: Int) {
    self.selection = selection
    // An odd step, for pictures often have a side that is a power of two.
    step = max(1, pixelCount / Self.mostPixels) | 1
  }

  /// Looks at the next pixels.
  mutating func add(_ pixels: PixelView) {
    let count = pixels.pixelCount
    while position < count {
      let pixel = pixels[position % pixels.width, position / pixels.width]
      if visibility.verdict(on: pixel) == .counted {
        visible += 1
        if isSelected(pixel.color) { selected += 1 }
      }
      position += step
    }
    position -= count
  }

  private mutating func isSelected(_ color: RGB8) -> Bool {
    if let last, last.color == color { return last.isSelected }
    let isSelected = selection.weight(of: color) == 256
    last = (color, isSelected)
    return isSelected
  }

  /// The share of the visible pixels, 0 to 1; `nil` where none is visible.
  var share: Double? { visible == 0 ? nil : Double(selected) / Double(visible) }
}
