internal import Hashing
internal import Pixels

/// What stands where on a screenshot-like image: rectangles from back to front, some with text.
///
/// Window sizes follow the canvas; letters, bars and buttons are as many pixels as on a real screen
/// (twice that from 2000 rows on, as on a dense one).
struct ScreenLayout {
  /// A rectangle of the screen.
  struct Element {
    let columns: Range<Int>
    let rows: Range<Int>
    let fill: PackedPixel
    let text: Text?
  }

  /// Lines of text from a rectangle's top left.
  struct Text {
    let ink: PackedPixel
    /// Between ink and paper, for the edges of letters.
    let halfInk: PackedPixel
    /// Of 16 places in a line, how many a line fills at most.
    let fullness: Int
    let stream: UInt64
  }

  let canvas: Canvas
  /// Pixels a point.
  let scale: Int
  private(set) var elements: [Element] = []

  private static let desktop = RGB8(red: 44, green: 92, blue: 118)
  private static let paper = RGB8(red: 250, green: 250, blue: 246)
  private static let chrome = RGB8(red: 206, green: 210, blue: 218)

  init(canvas: Canvas) {
    self.canvas = canvas
    scale = min(canvas.width, canvas.height) >= 2000 ? 2 : 1
    var choices = canvas.choices(stream: 0x5C4E)
    let (width, height) = (canvas.width, canvas.height)
    add(0..<width, 0..<height, Self.desktop)
    addIcons(&choices)
    addWindow(
      Rectangle(
        x: width * choices.within(12...16) / 100, y: height * choices.within(3...6) / 100,
        width: width * 72 / 100, height: height * 82 / 100),
      paper: Self.paper, ink: RGB8(red: 34, green: 36, blue: 44), hasSidebar: true,
      stream: choices.next())
    addWindow(
      Rectangle(
        x: width * choices.within(62...66) / 100, y: height * choices.within(48...56) / 100,
        width: width * 32 / 100, height: height * 36 / 100),
      paper: RGB8(red: 30, green: 32, blue: 42), ink: RGB8(red: 138, green: 226, blue: 150),
      hasSidebar: false, stream: choices.next())
    let bar = 40 * scale
    add(0..<width, max(height - bar, 0)..<height, RGB8(red: 24, green: 26, blue: 34))
    for index in 0..<8 {
      let left = (12 + 48 * index) * scale
      add(
        left..<left + 32 * scale, max(height - 36 * scale, 0)..<max(height - 4 * scale, 0),
        Self.accents[choices.below(Self.accents.count)])
    }
  }

  /// The main window's paper; by construction where windows are much larger than letters.
  var truth: Truth? {
    guard canvas.width >= 480, canvas.height >= 360 else { return nil }
    return Truth(Self.paper, count: nil, visibleCount: nil)
  }

  private static let accents = [
    RGB8(red: 226, green: 88, blue: 66), RGB8(red: 66, green: 148, blue: 236),
    RGB8(red: 246, green: 190, blue: 60), RGB8(red: 92, green: 184, blue: 108),
    RGB8(red: 158, green: 104, blue: 200),
  ]
}

extension ScreenLayout {
  private struct Rectangle {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// Puts a rectangle in front; what lies outside the canvas is cut off.
  private mutating func add(
    _ columns: Range<Int>, _ rows: Range<Int>, _ fill: RGB8, text: Text? = nil
  ) {
    let shown = columns.clamped(to: 0..<canvas.width)
    let shownRows = rows.clamped(to: 0..<canvas.height)
    guard !shown.isEmpty, !shownRows.isEmpty else { return }
    elements.append(
      Element(columns: shown, rows: shownRows, fill: PackedPixel(fill), text: text))
  }

  private mutating func addIcons(_ choices: inout SplitMix64) {
    let (pitch, side) = (96 * scale, 48 * scale)
    for row in 0..<max((canvas.height - 60 * scale) / pitch, 0) {
      let (x, y) = (24 * scale, 24 * scale + row * pitch)
      add(x..<x + side, y..<y + side, Self.accents[choices.below(Self.accents.count)])
      add(
        x + side / 4..<x + side * 3 / 4, y + side / 4..<y + side / 2, Self.paper)
      let label = Text(
        ink: PackedPixel(Self.paper), halfInk: PackedPixel(Self.mix(Self.paper, Self.desktop)),
        fullness: 14, stream: choices.next())
      add(x..<x + side + 8 * scale, y + side..<y + side + 20 * scale, Self.desktop, text: label)
    }
  }

  private mutating func addWindow(
    _ frame: Rectangle, paper: RGB8, ink: RGB8, hasSidebar: Bool, stream: UInt64
  ) {
    let (left, right) = (frame.x, frame.x + frame.width)
    let (top, bottom) = (frame.y, frame.y + frame.height)
    let bar = min(28 * scale, frame.height / 4)
    add(left..<right, top..<top + bar, Self.chrome)
    for index in 0..<3 {
      let button = left + (10 + 20 * index) * scale
      add(
        button..<max(min(button + 12 * scale, right), button), top + bar / 4..<top + bar * 3 / 4,
        Self.accents[index])
    }
    add(left..<right, top + bar..<bottom, paper)
    var textLeft = left
    if hasSidebar {
      textLeft += frame.width / 8
      let names = Text(
        ink: PackedPixel(ink), halfInk: PackedPixel(Self.mix(ink, Self.chrome)), fullness: 12,
        stream: stream ^ 1)
      add(left..<textLeft, top + bar..<bottom, Self.chrome)
      add(
        left + 12 * scale..<max(textLeft - 8 * scale, left + 12 * scale),
        top + bar + 8 * scale..<max(bottom - 8 * scale, top + bar + 8 * scale), Self.chrome,
        text: names)
    }
    let lines = Text(
      ink: PackedPixel(ink), halfInk: PackedPixel(Self.mix(ink, paper)), fullness: 13,
      stream: stream)
    let inset = 16 * scale
    add(
      textLeft + inset..<max(right - inset, textLeft + inset),
      top + bar + inset..<max(bottom - inset, top + bar + inset), paper, text: lines)
  }

  /// The colour half way between two.
  private static func mix(_ first: RGB8, _ second: RGB8) -> RGB8 {
    func middle(_ one: UInt8, _ other: UInt8) -> UInt8 { UInt8((Int(one) + Int(other)) / 2) }
    return RGB8(
      red: middle(first.red, second.red), green: middle(first.green, second.green),
      blue: middle(first.blue, second.blue))
  }
}
