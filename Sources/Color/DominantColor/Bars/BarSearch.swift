internal import Pixels

/// Finds the bars of an image in what its rows and columns say of a colour.
///
/// The colour is that of a corner. A pixel is *the bar's* if no channel differs from it by more than 12 levels, and *far* if one
/// differs by more than 24; one that is not visible is far. Integers decide, so that the answer is the same on every machine.
///
/// Of an image whose shorter side has 256 pixels or more, two neighbours of every 5 pixels of a line are looked at, from 512 on of
/// every 7, from 1024 on of every 15, and from 2048 on of every 31; shares are of these.
///
/// 1. *Flat lines.* Of a row or column 3 % of the pixels at most are not the bar's. Counting from an edge, the lines before
///    the first other one are flat.
/// 2. *A hard, straight edge.* From there on, within 24 lines, a line counts for what is not the bar's in it, and again for what is far. The
///    content begins at the first line that counts for half of the fullest, or one or two later, while the next line's
///    lumas differ from the bar's more than twice as much: a JPEG smears colour over the edge, and not brightness. It lies at most 16 lines on, as far as
///    blocks of a JPEG carry noise; and of lines further out than those 16 no more than 1 % of the pixels differ by more than 4 levels. A slow gradient
///    has no such edge.
/// 3. *What fills the space beside it*: the 8 lines behind the first of the content, in shares of its width or height. The edge is
///    *sure* where 94 % are not the bar's and half is far; *likely* where it is half and a fifth, or 94 %; *fair* where it is 80 % and 40 %, of
///    bars darker than 48 levels 55 % and 30 %.
/// 4. *Opposite bars.* Two edges of equal thickness, but for 2 lines, need be likely. Else one is sure; then
///    the other one is a bar too if it is likely, or, of the same thickness, where that many of its lines are flat: a white sky under a white bar.
///    A bar above or below whose opposite is likely may have text in it, such as subtitles, if it is as thick, but for 2 lines.
///    Where one is sure, fair ones join it.
/// 5. *No background.* A side that has no bar has no more than 1 % of flat lines. The margins of a page and the white around a logo
///    are flat, and nothing fills the space between them.
/// 6. *A picture between them.* Lumas of the lines of 3 that are not the bar's deviate by 4 levels at one edge at least (3 of two opposite
///    bars). Of neighbours in them, 8 % differ by 2 levels beside a single bar; where bars are beside and above or below 16 %, and 25 %
///    if the content is square within 10 %: icons and drawn boxes are smooth.
/// 7. *Sizes.* A bar takes two fifths of the width or height at most, bars beside and above or below leave 45 % of the image, and
///    all of them together cover 2 % at least. Images under 32 pixels a side have none, nor have those above 65,536.
enum BarSearch {
  /// The least width and height of an image with bars.
  static let leastSide = 32
  /// The greatest, so that lines of hostile sizes take little memory.
  static let mostSide = 1 << 16
  /// Lines after the flat ones in which the content begins to be looked for.
  static let reach = 24
  /// Lines of the content that are looked at.
  static let depth = 8
  /// What all bars cover at least is one in so many pixels.
  static let leastShare = 50

  /// Whether an image is neither too small for bars nor larger than any.
  static func isOfUsualSize(width: Int, height: Int) -> Bool {
    min(width, height) >= leastSide && max(width, height) <= mostSide
  }

  /// The colours of an image's upper corners that bars may have: one where they are alike.
  static func cornerColors(of image: some WholeImage, minimumAlpha: UInt8) -> [RGB8] {
    var colors: [RGB8] = []
    for x in [0, image.width &- 1] {
      let pixel = image.pixel(x, 0)
      if pixel.alpha >= minimumAlpha, !isNear(pixel.color, to: colors) {
        colors.append(pixel.color)
      }
    }
    return colors
  }

  /// Whether a colour is one of some, but for noise.
  static func isNear(_ color: RGB8, to others: [RGB8]) -> Bool {
    others.contains { BarProfile.distance($0, color) <= BarLine.nearLevels }
  }

  /// The first of the rows below, 1 % of all, that are flat where a bar below may have a colour of its own.
  static func firstOfLastRows(of height: Int) -> Int { height - max(height / 100, 1) }

  /// The bars of an image that is all there.
  ///
  /// - Returns: what a ``BarFinder`` finds in its rows.
  static func bars(in image: some WholeImage, minimumAlpha: UInt8) -> EdgeBars? {
    let (width, height) = (image.width, image.height)
    guard isOfUsualSize(width: width, height: height) else { return nil }
    func begin(_ color: RGB8) -> BarProfile {
      BarProfile(color: color, width: width, height: height, minimumAlpha: minimumAlpha)
    }
    var looked: [RGB8] = []
    for color in cornerColors(of: image, minimumAlpha: minimumAlpha) {
      let profile = begin(color)
      if profile.look(at: image), let bars = bars(in: profile) { return bars }
      if profile.isAlive { looked.append(color) }
    }
    let color = image.pixel(0, height &- 1).color
    guard !isNear(color, to: looked) else { return nil }
    for y in firstOfLastRows(of: height)..<height
    where image.colorOfFlatRow(y, minimumAlpha: minimumAlpha) == nil {
      return nil
    }
    let below = begin(color)
    below.isForBelow = true
    return below.look(at: image) ? bars(in: below) : nil
  }

  /// The bars of an image.
  ///
  /// - Parameter profile: all its rows, in the colour of its bars.
  /// - Returns: the bars; `nil` where there are none of this colour.
  static func bars(in profile: BarProfile) -> EdgeBars? {
    let (width, height) = (profile.width, profile.height)
    guard profile.rowCount == height, min(width, height) >= leastSide else { return nil }
    let (above, below, left, right) = (profile.above, profile.below, profile.left, profile.right)
    let isDark = max(profile.color.red, profile.color.green, profile.color.blue) <= 48
    let across = width &- left.thickness &- right.thickness
    let down = height &- above.thickness &- below.thickness
    let sides = [above, below, left, right]
    for side in sides {
      let pixels = side === above || side === below ? across : down
      side.judge(across: profile.samples(max(pixels, 0)), isDark: isDark)
    }
    pair(above, below, mayHaveText: true)
    pair(left, right, mayHaveText: false)
    if sides.contains(where: { $0.isBar && $0.isSure }) {
      for side in sides where side.isFair { side.isBar = true }
    }
    let bars = EdgeBars(
      color: profile.color, left: left.cut, top: above.cut, right: right.cut, bottom: below.cut)
    return isPicture(sides, bars, profile) ? bars : nil
  }

  /// Decides about two opposite sides.
  private static func pair(_ first: BarEdge, _ second: BarEdge, mayHaveText: Bool) {
    if first.isLikely, second.isLikely, abs(first.thickness &- second.thickness) <= 2 {
      first.isBar = true
      second.isBar = true
    } else if !mayHaveText || !isTextOpposite(first, second) && !isTextOpposite(second, first) {
      join(first, second)
      join(second, first)
    }
  }

  /// Whether a side is a bar, and the other one a bar with text in it.
  private static func isTextOpposite(_ one: BarEdge, _ other: BarEdge) -> Bool {
    guard one.isLikely, !other.isSure, other.takeText(like: one.thickness) else { return false }
    one.isBar = true
    return true
  }

  /// Makes a sure side a bar, and what the other one is beside it.
  private static func join(_ one: BarEdge, _ other: BarEdge) {
    guard one.isSure else { return }
    one.isBar = true
    if other.isLikely {
      other.isBar = true
    } else if !other.isBar, other.flatLines >= one.thickness {
      other.take(one.thickness)
    }
  }

  /// Whether what the bars leave is a picture, and not something on a background.
  private static func isPicture(
    _ sides: [BarEdge], _ bars: EdgeBars, _ profile: BarProfile
  ) -> Bool {
    let width = profile.width &- bars.left &- bars.right
    let height = profile.height &- bars.top &- bars.bottom
    let isFrame = width < profile.width && height < profile.height
    // Sides are under 2¹⁷.
    let left = Int64(width) &* Int64(height)
    let whole = Int64(profile.width) &* Int64(profile.height)
    // Two opposite bars of less than two fifths each could leave a fifth; less than three
    // tenths does not count as a picture.
    guard 10 &* width >= 3 &* profile.width, 10 &* height >= 3 &* profile.height,
      (whole &- left) &* Int64(leastShare) >= whole, !isFrame || 100 &* left >= 45 &* whole
    else { return false }
    var count: Int32 = 0
    var deviation: Int32 = 0
    var steps: Int32 = 0
    for side in sides {
      guard side.isBar else {
        if side.reachesEdge { continue }
        return false
      }
      if isFrame, side.isOwn, !side.isFair { return false }
      let look = side.look()
      count &+= 1
      deviation = max(deviation, look.deviation)
      steps &+= look.steps
    }
    // The difference is 10 % of the mean of both at most.
    let isSquare = abs(width &- height) &* 20 <= width &+ height
    let least: Int32 = isFrame ? isSquare ? 250 : 160 : count == 1 ? 80 : 0
    let levels: Int32 = isFrame || count == 1 ? 4 : 3
    let lines = Int32(depth)
    // Looks are sums over `lines` lines, deviations in sixteenths of a level and steps in
    // thousandths.
    return deviation >= levels &* 16 &* lines && steps >= least &* lines &* count
  }
}
