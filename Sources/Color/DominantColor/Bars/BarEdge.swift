/// What the lines from one edge inwards say of a bar there; see ``BarSearch``.
final class BarEdge {
  /// The lines behind a bar.
  struct Look {
    /// Pixels that are not the bar's.
    var other: Int32 = 0
    /// Pixels that are far from it.
    var far: Int32 = 0
    /// How the lumas of each line deviate, in sixteenths of a level, summed up.
    var deviation: Int32 = 0
    /// Of a thousand neighbours of each line those that differ, summed up.
    var steps: Int32 = 0
  }

  private let lines: [BarLine]
  /// Where those of this edge begin.
  private let place: Int
  private let isReversed: Bool
  /// How many lines there are from the edge inwards.
  private let count: Int
  /// Pixels of a line.
  private let length: Int
  /// Lines of the whole image.
  private let size: Int
  /// Lines before the first that is not flat.
  private(set) var flatLines = 0
  /// Lines before the content, 0 where there is no hard edge.
  private(set) var thickness = 0
  /// Pixels of a line that are the content's.
  private var across = 0
  /// Whether the content fills the space beside the edge, from the most to the least certain.
  private(set) var isSure = false
  /// See ``isSure``.
  private(set) var isLikely = false
  /// See ``isSure``.
  private(set) var isFair = false
  /// Whether there is a bar.
  var isBar = false
  /// How many lines are left out of what has a bar.
  private var taken = 0

  /// The least percent of the pixels behind an edge that are not the bar's.
  private static let leastFilling: Int32 = 50
  /// Lines at a bar's inner edge that may be noisy.
  private static let noisyLines = 16

  /// - Parameters:
  ///   - lines: among others those from the edge inwards, all or as many as matter.
  ///   - place: where these begin.
  ///   - count: how many there are.
  ///   - isReversed: whether they are from the other edge to this one.
  ///   - length: pixels of each.
  ///   - size: lines of the whole image.
  init(
    _ lines: [BarLine], _ place: Int, count: Int, isReversed: Bool = false, length: Int, size: Int
  ) {
    (self.lines, self.place, self.count, self.isReversed) = (lines, place, count, isReversed)
    (self.length, self.size) = (length, size)
    while flatLines < count, !line(flatLines).isBusy(of: length) { flatLines &+= 1 }
    thickness = hardEdge()
    taken = thickness
  }

  private func line(_ index: Int) -> BarLine {
    lines[place &+ (isReversed ? count &- 1 &- index : index)]
  }

  private func hardEdge() -> Int {
    guard flatLines > 0, flatLines < count else { return 0 }
    var fullest: Int32 = 0
    for index in flatLines..<min(flatLines + BarSearch.reach, count) {
      fullest = max(fullest, weight(index))
    }
    var found = flatLines
    // The fullest line is one of those looked at, so that this ends there at the latest.
    while 2 &* weight(found) < fullest { found &+= 1 }
    // A JPEG has colour for two rows or columns together, and smears it over the edge; brightness has every one.
    for _ in 0..<2 where found &+ 1 < count && 2 &* line(found).contrast < line(found &+ 1).contrast
    {
      found &+= 1
    }
    guard found &- flatLines <= Self.noisyLines, 5 &* found <= 2 &* size else { return 0 }
    var index = 0
    while index &+ Self.noisyLines < found {
      if Percent.exceeds(line(index).slight, 1, of: length) { return 0 }
      index &+= 1
    }
    return found
  }

  /// What counts for the content in a line.
  private func weight(_ index: Int) -> Int32 {
    let line = line(index)
    return line.other &+ line.far
  }

  /// How many lines are left out.
  var cut: Int { isBar ? taken : 0 }

  /// Whether the bar's thickness is its own, and not its opposite's.
  private(set) var isOwn = true

  /// Whether what is in the image reaches this edge.
  var reachesEdge: Bool { 100 &* flatLines <= size }

  /// Decides how certain the edge is.
  ///
  /// - Parameters:
  ///   - pixels: how many pixels of a line lie between the other two edges.
  ///   - isDark: whether the bar is dark, as edges of photos often are.
  func judge(across pixels: Int, isDark: Bool) {
    across = pixels
    guard thickness > 0, pixels > 0 else { return }
    let look = look()
    func fills(_ other: Int32, _ far: Int32) -> Bool {
      let whole = BarSearch.depth &* pixels
      return Percent.holds(look.other, other, of: whole) && Percent.holds(look.far, far, of: whole)
    }
    isSure = fills(94, 50)
    isLikely = fills(Self.leastFilling, 20) || fills(94, 0)
    isFair = isDark ? fills(55, 30) : fills(80, 40)
  }

  /// Whether there is a hard edge, and behind it enough that is not the bar's for any degree of certainty.
  ///
  /// - Parameter pixels: how many pixels of a line lie between the other two edges, at least.
  /// - Returns: whether it may become sure, likely or fair.
  func mayFill(_ pixels: Int) -> Bool {
    thickness > 0
      && Percent.holds(look().other, Self.leastFilling, of: BarSearch.depth &* pixels)
  }

  /// Makes it a bar as thick as its opposite says.
  func take(_ thickness: Int) {
    (isBar, isOwn, taken) = (true, false, thickness)
  }

  /// The lines behind the first of the content; nothing where there are too few.
  func look() -> Look { look(at: taken) }

  private func look(at thickness: Int) -> Look {
    var look = Look()
    guard hasLook(at: thickness) else { return look }
    for index in 1...BarSearch.depth {
      let line = line(thickness &+ index)
      look.other &+= line.other
      look.far &+= line.far
      look.steps &+= 1000 &* line.steps / max(line.pairs, 1)
      look.deviation &+= line.deviation
    }
    return look
  }

  private func hasLook(at thickness: Int) -> Bool {
    thickness &+ 1 &+ BarSearch.depth <= count
  }

  /// Makes it a bar with text in it, about as thick as its opposite, if it may be one.
  ///
  /// The content begins there, text keeps away from it and from the image's edge, and most of the bar is no text.
  ///
  /// - Returns: whether it is one.
  func takeText(like opposite: Int) -> Bool {
    guard flatLines > 0 else { return false }
    for step in 0..<5 {
      // From the opposite's own thickness outwards, the nearest first: 0, −1, +1, −2, +2
      // lines.
      let thickness = opposite &+ (step & 1 == 0 ? step : -1 &- step) / 2
      if isBarWithText(thickness) {
        take(thickness)
        return true
      }
    }
    return false
  }

  private func isBarWithText(_ thickness: Int) -> Bool {
    guard thickness >= 8, hasLook(at: thickness),
      Percent.holds(look(at: thickness).other, 50, of: BarSearch.depth &* across)
    else { return false }
    var text: Int64 = 0
    for index in 0..<thickness {
      let line = line(index)
      let rest = thickness &- 1 &- index
      //     rest     0            all: a JPEG smears the content over it, but few are far
      //              1            85 %, and few are far
      //              2 … 5        60 %: text keeps away from the content
      //              6 and more   85 %: the text itself
      let most: Int32 = rest < 1 ? 100 : rest < 2 || rest > 5 ? 85 : 60
      if Percent.exceeds(line.other, most, of: length)
        || rest < 2 && Percent.exceeds(line.far, 15, of: length)
      {
        return false
      }
      text &+= Int64(line.other)
    }
    // 30 % of the bar; sides are at most 2¹⁶, and 10 times their product fits 64 bits, not
    // 32.
    return 10 &* text <= 3 &* Int64(thickness) &* Int64(length)
  }
}
