public import Pixels

/// Finds the bars of an image whose rows come from above, such as those out of a decoder.
///
/// ```swift
/// let finder = BarFinder(width: width, height: height)
/// while let rows = nextRows() { finder.add(rows) }
/// finder.bars()?.top
/// ```
///
/// However the rows are cut up, the answer is the same. Rows of an image none of whose upper corners is in a bar cost next
/// to nothing; of others it keeps 36 bytes for each row, and for each column at an edge that is uniform so far, and few pixels of 34 rows.
public final class BarFinder {
  private let width: Int
  private let height: Int
  private let minimumAlpha: UInt8
  /// What bars of each colour that comes into question would have around them.
  private var profiles: [BarProfile] = []
  private var rowCount = 0
  private var isFurtherLook = false
  /// The colour of the last row, if it and those before it, together 1 % of all, are flat.
  private var lastColor: RGB8?

  /// Makes a finder without pixels.
  ///
  /// - Parameters:
  ///   - width: pixels a row of the image.
  ///   - height: its rows.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  public init(
    width: Int, height: Int, minimumAlpha: UInt8 = VisibilityRule().minimumAlpha
  ) {
    precondition(width >= 0 && height >= 0, "an image's width and height are 0 or more")
    (self.width, self.height, self.minimumAlpha) = (width, height, minimumAlpha)
  }

  /// Adds the next rows, whole ones.
  ///
  /// - Complexity: O(*n*) in pixels where an edge is uniform so far, else O(rows).
  public func add(_ view: PixelView) {
    precondition(
      view.isEmpty || (view.width == width && rowCount + view.height <= height),
      "whole rows of the image, from above")
    guard BarSearch.isOfUsualSize(width: width, height: height), !view.isEmpty else { return }
    if rowCount == 0, !isFurtherLook {
      profiles = BarSearch.cornerColors(of: view, minimumAlpha: minimumAlpha).map { profile($0) }
    }
    for profile in profiles {
      for y in 0..<view.height where profile.isAlive { profile.add(view, row: y) }
    }
    if !isFurtherLook { look(below: view) }
    rowCount += view.height
  }

  private func profile(_ color: RGB8) -> BarProfile {
    BarProfile(color: color, width: width, height: height, minimumAlpha: minimumAlpha)
  }

  /// Takes the colour of the lower left corner, if the last rows are flat.
  private func look(below view: PixelView) {
    let first = BarSearch.firstOfLastRows(of: height)
    for y in 0..<view.height where rowCount + y >= first {
      guard rowCount + y == first || lastColor != nil else { return }
      lastColor = view.colorOfFlatRow(y, minimumAlpha: minimumAlpha)
    }
  }

  /// The bars, once all rows were added; `nil` where there are none.
  ///
  /// - Complexity: O(rows + columns).
  public func bars() -> EdgeBars? {
    guard rowCount == height else { return nil }
    for profile in profiles where profile.isAlive {
      if profile.lacksRowsAbove { return nil }
      if let bars = BarSearch.bars(in: profile) { return bars }
    }
    return nil
  }

  /// Begins again for the same rows, where there may be a bar below in a colour of its own, or text in one above.
  ///
  /// - Returns: whether it did: then all rows have to be added once more, and ``bars()`` can tell. It never does twice.
  public func beginsAgain() -> Bool {
    guard rowCount == height, !isFurtherLook else { return false }
    if profiles.contains(where: { $0.isAlive && $0.lacksRowsAbove }) {
      (isFurtherLook, rowCount) = (true, 0)
      profiles = profiles.map { profile($0.color) }
      for profile in profiles { profile.countsAllAbove = true }
      return true
    }
    guard let lastColor else { return false }
    let looked = profiles.filter { $0.isAlive }.map { $0.color }
    guard !BarSearch.isNear(lastColor, to: looked) else { return false }
    (isFurtherLook, rowCount) = (true, 0)
    let further = profile(lastColor)
    further.isForBelow = true
    profiles = [further]
    return true
  }
}
