internal import Pixels

/// Finds the bars of an image in what its rows and columns say of a colour.
///
/// The colour is that of a corner. A pixel is *the bar's* if no channel differs from it by more than 12 levels, and *far* if one
/// differs by more than 24; one that is not visible is far. Integers decide, so that the answer is the same on every machine.
///
/// 1. *Flat lines.* Of a row or column 3 % of the pixels at most are not the bar's. Counting from an edge, the lines before
///    the first other one are flat.
/// 2. *A hard, straight edge.* From there on, within 24 lines, a line counts for what is not the bar's in it, and again for what is far. The
///    content begins at the first line that counts for half of the fullest. It lies at most 16 lines on, as far as
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

  /// Whether a line is not flat.
  ///
  /// - Parameters:
  ///   - line: a row or column.
  ///   - length: its pixels.
  /// - Returns: whether more than 3 % of them are not the bar's.
  static func isBusy(_ line: BarProfile.Line, of length: Int) -> Bool {
    100 * Int(line.other) > 3 * length
  }

  /// The bars of an image.
  ///
  /// - Parameter profile: all its rows, in the colour of its bars.
  /// - Returns: the bars; `nil` where there are none of this colour.
  static func bars(in profile: BarProfile) -> EdgeBars? {
    let (width, height) = (profile.width, profile.height)
    guard profile.rows.count == height, min(width, height) >= leastSide else { return nil }
    var sides = [
      BarEdge(profile.rows, length: width, size: height),
      BarEdge(profile.rows.reversed(), length: width, size: height),
      BarEdge(profile.left.lines, length: height, size: width),
      BarEdge(profile.right.lines, length: height, size: width),
    ]
    let isDark = max(profile.color.red, profile.color.green, profile.color.blue) <= 48
    let across = width - sides[2].thickness - sides[3].thickness
    let down = height - sides[0].thickness - sides[1].thickness
    for index in 0..<4 { sides[index].judge(across: index < 2 ? across : down, isDark: isDark) }
    pair(&sides, 0, 1, mayHaveText: true)
    pair(&sides, 2, 3, mayHaveText: false)
    if sides.contains(where: { $0.isBar && $0.isSure }) {
      for index in 0..<4 where sides[index].isFair { sides[index].isBar = true }
    }
    guard isPicture(sides, profile) else { return nil }
    let cut = sides.map(\.cut)
    return EdgeBars(
      color: profile.color, left: cut[2], top: cut[0], right: cut[3], bottom: cut[1])
  }

  /// Decides about two opposite sides.
  private static func pair(
    _ sides: inout [BarEdge], _ first: Int, _ second: Int, mayHaveText: Bool
  ) {
    if sides[first].isLikely, sides[second].isLikely,
      abs(sides[first].thickness - sides[second].thickness) <= 2
    {
      sides[first].isBar = true
      sides[second].isBar = true
      return
    }
    for (one, other) in [(first, second), (second, first)] {
      let thickness = sides[one].thickness
      if mayHaveText, sides[one].isLikely, !sides[other].isSure,
        let found = sides[other].thicknessWithText(like: thickness)
      {
        sides[one].isBar = true
        sides[other].take(found)
        return
      }
    }
    for (one, other) in [(first, second), (second, first)] where sides[one].isSure {
      sides[one].isBar = true
      if sides[other].isLikely {
        sides[other].isBar = true
      } else if !sides[other].isBar, sides[other].flatLines >= sides[one].thickness {
        sides[other].take(sides[one].thickness)
      }
    }
  }

  /// Whether what the bars leave is a picture, and not something on a background.
  private static func isPicture(_ sides: [BarEdge], _ profile: BarProfile) -> Bool {
    let bars = sides.filter(\.isBar)
    guard !bars.isEmpty, sides.allSatisfy({ $0.isBar || $0.reachesEdge }) else { return false }
    let cut = sides.map(\.cut)
    let width = profile.width - cut[2] - cut[3]
    let height = profile.height - cut[0] - cut[1]
    let isFrame = cut[0] + cut[1] > 0 && cut[2] + cut[3] > 0
    let left = Int64(width) * Int64(height)
    let whole = Int64(profile.width) * Int64(profile.height)
    guard 10 * width >= 3 * profile.width, 10 * height >= 3 * profile.height,
      (whole - left) * Int64(leastShare) >= whole, !isFrame || 100 * left >= 45 * whole
    else { return false }
    if isFrame, bars.contains(where: { $0.isOwn && !$0.isFair }) { return false }
    let looks = bars.map { $0.look(at: $0.cut) }
    let deviation = looks.map(\.deviation).max() ?? 0
    let steps = looks.map(\.steps)
    if isFrame {
      let isSquare = abs(width - height) * 20 <= width + height
      let least = (isSquare ? 250 : 160) * depth * steps.count
      return deviation >= 4 * 16 * depth && steps.reduce(0, +) >= least
    }
    guard bars.count == 1 else { return deviation >= 3 * 16 * depth }
    return deviation >= 4 * 16 * depth && steps[0] >= 80 * depth
  }
}
