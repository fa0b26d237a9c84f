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
/// to nothing; of others it keeps 36 bytes for each row, and for each column at an edge that is uniform so far.
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

  private var isOfUsualSize: Bool {
    min(width, height) >= BarSearch.leastSide && max(width, height) <= BarSearch.mostSide
  }

  /// Adds the next rows, whole ones.
  ///
  /// - Complexity: O(*n*) in pixels where an edge is uniform so far, else O(rows).
  public func add(_ view: PixelView) {
    precondition(
      view.isEmpty || (view.width == width && rowCount + view.height <= height),
      "whole rows of the image, from above")
    guard isOfUsualSize, !view.isEmpty else { return }
    if rowCount == 0, !isFurtherLook { begin(view) }
    for profile in profiles {
      for y in 0..<view.height where profile.isAlive { profile.add(view.row(y)) }
    }
    if !isFurtherLook { look(below: view) }
    rowCount += view.height
  }

  /// Takes the colours of the upper corners.
  private func begin(_ view: PixelView) {
    let (first, second) = (view[0, 0], view[width - 1, 0])
    profiles = []
    if first.alpha >= minimumAlpha { profiles.append(profile(first.color)) }
    if second.alpha >= minimumAlpha,
      profiles.isEmpty || BarProfile.distance(first.color, second.color) > BarLine.nearLevels
    {
      profiles.append(profile(second.color))
    }
  }

  private func profile(_ color: RGB8) -> BarProfile {
    BarProfile(color: color, width: width, height: height, minimumAlpha: minimumAlpha)
  }

  /// Takes the colour of the lower left corner, if the last rows are flat.
  private func look(below view: PixelView) {
    let first = height - max(height / 100, 1)
    for y in 0..<view.height where rowCount + y >= first {
      guard rowCount + y == first || lastColor != nil else { return }
      lastColor = colorOfFlatRow(view, y)
    }
  }

  /// The colour at the left of a row, if it is flat.
  private func colorOfFlatRow(_ view: PixelView, _ y: Int) -> RGB8? {
    let first = view[0, y]
    guard first.alpha >= minimumAlpha else { return nil }
    var others: Int32 = 0
    for x in 0..<width {
      let pixel = view[x, y]
      let isOther =
        pixel.alpha < minimumAlpha
        || BarProfile.distance(pixel.color, first.color) > BarLine.nearLevels
      if isOther { others &+= 1 }
    }
    return Percent.exceeds(others, 3, of: width) ? nil : first.color
  }

  /// The bars, once all rows were added; `nil` where there are none.
  ///
  /// - Complexity: O(rows + columns).
  public func bars() -> EdgeBars? {
    guard rowCount == height else { return nil }
    for profile in profiles where profile.isAlive {
      if let bars = BarSearch.bars(in: profile) { return bars }
    }
    return nil
  }

  /// Begins again for the same rows, where there may be a bar below in a colour of its own.
  ///
  /// - Returns: whether it did: then all rows have to be added once more, and ``bars()`` can tell. It never does twice.
  public func beginsAgain() -> Bool {
    guard rowCount == height, !isFurtherLook, let lastColor else { return false }
    for profile in profiles where profile.isAlive {
      if BarProfile.distance(profile.color, lastColor) <= BarLine.nearLevels { return false }
    }
    (isFurtherLook, rowCount) = (true, 0)
    let further = profile(lastColor)
    further.isForBelow = true
    profiles = [further]
    return true
  }
}
