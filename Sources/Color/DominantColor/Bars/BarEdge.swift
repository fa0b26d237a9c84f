/// What the lines from one edge inwards say of a bar there; see ``BarSearch``.
struct BarEdge {
  /// The lines behind a bar.
  struct Look {
    /// Pixels that are not the bar's.
    var other = 0
    /// Pixels that are far from it.
    var far = 0
    /// How the lumas of each line deviate, in sixteenths of a level, summed up.
    var deviation = 0
    /// Of a thousand neighbours of each line those that differ, summed up.
    var steps = 0
  }

  private let lines: [BarProfile.Line]
  /// Pixels of a line.
  private let length: Int
  /// Lines of the whole image.
  private let size: Int
  /// Lines before the first that is not flat.
  let flatLines: Int
  /// Lines before the content, 0 where there is no edge.
  let thickness: Int
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
  /// A thickness that the opposite bar gives.
  private var taken: Int?

  /// Lines at a bar's inner edge that may be noisy.
  private static let noisyLines = 16

  /// - Parameters:
  ///   - lines: from the edge inwards, all or as many as matter.
  ///   - length: pixels of each.
  ///   - size: lines of the whole image.
  init(_ lines: [BarProfile.Line], length: Int, size: Int) {
    (self.lines, self.length, self.size) = (lines, length, size)
    let flat = lines.firstIndex { BarSearch.isBusy($0, of: length) } ?? lines.count
    flatLines = flat
    thickness = Self.thickness(lines, flat, length: length, size: size)
  }

  /// Lines before the content, 0 where there is no hard edge.
  ///
  /// - Parameters:
  ///   - lines: from the edge inwards: `flat`, and ``BarSearch/reach`` more or all that there are.
  ///   - flat: lines before the first that is not flat.
  ///   - length: pixels of each.
  ///   - size: lines of the whole image.
  static func thickness(
    _ lines: [BarProfile.Line], _ flat: Int, length: Int, size: Int
  ) -> Int {
    guard flat > 0, flat < lines.count else { return 0 }
    let weights = lines[flat..<min(flat + BarSearch.reach, lines.count)]
      .map { Int($0.other) + Int($0.far) }
    let fullest = weights.max() ?? 0
    let onwards = weights.firstIndex { 2 * $0 >= fullest } ?? 0
    let found = flat + onwards
    guard onwards <= noisyLines, 5 * found <= 2 * size else { return 0 }
    let isFlat = lines.prefix(max(found - noisyLines, 0))
      .allSatisfy { 100 * Int($0.slight) <= length }
    return isFlat ? found : 0
  }

  /// How many lines are left out.
  var cut: Int { isBar ? taken ?? thickness : 0 }

  /// Whether the bar's thickness is its own, and not its opposite's.
  var isOwn: Bool { isBar && taken == nil }

  /// Whether what is in the image reaches this edge.
  var reachesEdge: Bool { 100 * flatLines <= size }

  /// Decides how certain the edge is.
  ///
  /// - Parameters:
  ///   - pixels: how many pixels of a line lie between the other two edges.
  ///   - isDark: whether the bar is dark, as edges of photos often are.
  mutating func judge(across pixels: Int, isDark: Bool) {
    across = pixels
    guard thickness > 0, pixels > 0 else { return }
    let look = look(at: thickness)
    func holds(_ count: Int, _ percent: Int) -> Bool {
      100 * count >= percent * BarSearch.depth * pixels
    }
    isSure = holds(look.other, 94) && holds(look.far, 50)
    isLikely = holds(look.other, 50) && holds(look.far, 20) || holds(look.other, 94)
    isFair =
      isDark
      ? holds(look.other, 55) && holds(look.far, 30)
      : holds(look.other, 80) && holds(look.far, 40)
  }

  /// Makes it a bar as thick as its opposite says.
  mutating func take(_ thickness: Int) {
    isBar = true
    taken = thickness
  }

  /// The lines behind the first of the content; nothing where there are too few.
  func look(at thickness: Int) -> Look {
    var look = Look()
    guard thickness + 1 + BarSearch.depth <= lines.count else { return look }
    for line in lines[thickness + 1..<thickness + 1 + BarSearch.depth] {
      look.other += Int(line.other)
      look.far += Int(line.far)
      look.steps += 1000 * Int(line.steps) / max(Int(line.pairs), 1)
      look.deviation += Self.deviation(line)
    }
    return look
  }

  private static func deviation(_ line: BarProfile.Line) -> Int {
    guard line.other > 0 else { return 0 }
    let (count, sum) = (UInt64(line.other), line.sum)
    // Under 2⁸ · n² · 2¹⁶, and n is at most 2¹⁶.
    return Int(SquareRoot.floor(256 * (count * line.squares - sum * sum) / (count * count)))
  }

  /// The thickness of a bar with text in it, about as thick as its opposite; `nil` where there is none.
  ///
  /// The content begins there, text keeps away from it and from the image's edge, and most of the bar is no text.
  func thicknessWithText(like opposite: Int) -> Int? {
    guard flatLines > 0 else { return nil }
    return [0, -1, 1, -2, 2].lazy.map { opposite + $0 }.first { isBarWithText($0) }
  }

  private func isBarWithText(_ thickness: Int) -> Bool {
    guard thickness >= 8, thickness + 1 + BarSearch.depth <= lines.count,
      100 * look(at: thickness).other >= 50 * BarSearch.depth * across
    else { return false }
    let bar = lines[..<thickness]
    return bar.suffix(2).allSatisfy { 100 * Int($0.far) <= 15 * length }
      && bar.dropLast(2).suffix(4).allSatisfy { 100 * Int($0.other) <= 60 * length }
      && bar.dropLast().allSatisfy { 100 * Int($0.other) <= 85 * length }
      && 10 * bar.reduce(Int64(0)) { $0 + Int64($1.other) }
        <= 3 * Int64(thickness) * Int64(length)
  }
}
