/// An exact number of pixels, laid in reading order into a strip of columns: a rectangle whose
/// first and last rows may be shorter.
struct PixelBlock: Hashable, Sendable {
  /// The strip.
  let columns: Range<Int>
  /// The first pixel, counted in reading order inside the strip from the image's top.
  let start: Int
  /// How many pixels.
  let count: Int

  func columns(inRow y: Int) -> Range<Int> {
    let rowStart = y * columns.count
    let row = rowStart..<rowStart + columns.count
    //     strip      ····####      `start` is 4, `count` 10
    //                ######··
    //                ········
    let covered = (start..<start + count).clamped(to: row)
    guard !covered.isEmpty else { return columns.lowerBound..<columns.lowerBound }
    let shift = columns.lowerBound - rowStart
    return covered.lowerBound + shift..<covered.upperBound + shift
  }
}

extension PixelBlock {
  /// Places a block, and another that does not touch its pixels, somewhere on a canvas.
  ///
  /// Both are shaped like the canvas while that leaves room; else they are full-width bands at its
  /// top and bottom.
  ///
  /// - Parameters:
  ///   - counts: pixels of each, together no more than the canvas has.
  ///   - canvas: where; it has at least one pixel.
  /// - Returns: the blocks, in the order of their counts.
  static func pair(_ counts: (Int, Int), on canvas: Canvas) -> (PixelBlock, PixelBlock) {
    let (width, height) = (canvas.width, canvas.height)
    let bands = (
      PixelBlock(columns: 0..<width, start: 0, count: counts.0),
      PixelBlock(
        columns: 0..<width, start: canvas.pixelCount - counts.1, count: counts.1)
    )
    // The side of a block is the square root of its share of the canvas.
    func stripWidth(_ count: Int) -> Int {
      let square = (width.multipliedFullWidth(by: count).low / UInt(height))
      return min(width, max(1, integerSquareRoot(square)))
    }
    let (first, second) = (stripWidth(counts.0), stripWidth(counts.1))
    func rows(_ count: Int, _ strip: Int) -> Int { (count + strip - 1) / strip }
    let slackRows = (height - rows(counts.0, first), height - rows(counts.1, second))
    guard first + second <= width, slackRows.0 >= 0, slackRows.1 >= 0 else { return bands }
    var choices = canvas.choices(stream: 0xB10C)
    let slack = width - first - second
    let left = choices.below(slack + 1)
    let between = choices.below(slack - left + 1)
    let firstGoesLeft = choices.below(2) == 0
    let firstX = firstGoesLeft ? left : left + second + between
    let secondX = firstGoesLeft ? left + first + between : left
    return (
      PixelBlock(
        columns: firstX..<firstX + first, start: choices.below(slackRows.0 + 1) * first,
        count: counts.0),
      PixelBlock(
        columns: secondX..<secondX + second, start: choices.below(slackRows.1 + 1) * second,
        count: counts.1)
    )
  }
}

/// The largest integer whose square is no more than `value`.
func integerSquareRoot(_ value: UInt) -> Int {
  guard value > 1 else { return Int(value) }
  // The hardware's root is right to the last bit; the loops repair what conversion rounded away.
  var root = UInt(Double(value).squareRoot())
  while root.multipliedReportingOverflow(by: root).overflow || root * root > value { root -= 1 }
  while true {
    let (square, overflow) = (root + 1).multipliedReportingOverflow(by: root + 1)
    if overflow || square > value { return Int(root) }
    root += 1
  }
}
