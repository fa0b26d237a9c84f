/// A picture with the statistics of a screenshot: large areas of exactly one colour, and lines of
/// letters with sharp edges.
struct ScreenPainter: RowPainter {
  private let layout: ScreenLayout

  init(canvas: Canvas) {
    layout = ScreenLayout(canvas: canvas)
  }

  func paint(row y: Int, into pixels: PixelRow) {
    for element in layout.elements where element.rows.contains(y) {
      pixels.fill(element.columns, with: element.fill)
      if let text = element.text {
        paint(text, in: element, row: y, into: pixels)
      }
    }
  }

  /// Writes the letters that cross a row.
  private func paint(
    _ text: ScreenLayout.Text, in element: ScreenLayout.Element, row y: Int,
    into pixels: PixelRow
  ) {
    let scale = layout.scale
    let down = (y - element.rows.lowerBound) / scale
    let (line, glyphRow) = down.quotientAndRemainder(dividingBy: LetterShape.lineHeight)
    // A line's letters follow from its number, so every row of it draws the same ones.
    let random = RowRandomness(canvas: layout.canvas, stream: text.stream, row: line)
    let places = element.columns.count / (LetterShape.advance * scale)
    let layoutBits = random[-1]
    // Every sixth line or so ends a paragraph and is left empty; the rest are indented and ragged.
    guard layoutBits & 0xFF >= 42 else { return }
    let indent = Int(layoutBits >> 8 & 3) * 2
    let filled = places * text.fullness / 16
    // A line is shorter by up to two thirds: 2¹⁶ of 1½ · 2¹⁶.
    let end = filled - Int(layoutBits >> 16 & 0xFFFF) * filled / 0x18000
    for place in min(indent, end)..<end {
      let letter = LetterShape(bits: random[place])
      let cell = element.columns.lowerBound + place * LetterShape.advance * scale
      for column in 0..<LetterShape.advance {
        let pixel: PackedPixel
        switch letter.ink(column: column, row: glyphRow) {
        case .none: continue
        case .half: pixel = text.halfInk
        case .full: pixel = text.ink
        }
        let first = cell + column * scale
        pixels.fill((first..<first + scale).clamped(to: element.columns), with: pixel)
      }
    }
  }
}

/// A made-up letter of stems and bars, about as dense as a real one.
struct LetterShape {
  /// Points from one letter to the next.
  static let advance = 8
  /// Points from one line to the next.
  static let lineHeight = 18

  /// How dark a point of a letter is.
  enum Ink { case none, half, full }

  private let strokes: UInt64
  private let isSpace: Bool
  private let top: Int

  /// A letter, or the space between two words, from random bits.
  init(bits: UInt64) {
    isSpace = bits >> 32 % 6 == 0
    // At least one stem or bar, whatever the bits.
    //     column    1 2       5 6         bit 0: left stem, bit 1: right stem,
    //     top       ██▓███████▓           bits 2, 3, 4: bars at the top, in the middle
    //     middle    ██▓███████▓           and at the bottom
    //     bottom    ██▓███████▓           columns 2 and 6: half ink, as smoothed edges
    strokes = bits & 0x1F | (bits & 3 == 0 ? 1 : 0)
    top = bits >> 16 & 3 == 0 ? 3 : 6
  }

  /// The ink of a point; stems stand in columns 1 and 5, bars lie at top, middle and bottom.
  func ink(column: Int, row: Int) -> Ink {
    let bottom = 13
    guard !isSpace, row >= top, row <= bottom, column >= 1, column <= 6 else { return .none }
    let isBar =
      row == top && strokes & 4 != 0 || row == (top + bottom) / 2 && strokes & 8 != 0
      || row == bottom && strokes & 16 != 0
    if isBar && column <= 5 { return .full }
    switch column {
    case 1: return strokes & 1 != 0 ? .full : .none
    case 2: return strokes & 1 != 0 ? .half : .none
    case 5: return strokes & 2 != 0 ? .full : .none
    case 6: return strokes & 2 != 0 ? .half : .none
    default: return .none
    }
  }
}
