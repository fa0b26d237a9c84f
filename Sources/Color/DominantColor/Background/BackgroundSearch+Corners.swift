internal import Pixels

// What a thing stands on whose picture ends where it does: its corners show it, though it touches the border.
extension BackgroundSearch {
  /// The most that corners of one colour differ by in a channel, in sixteenths of a level.
  private static let mostCornerStep = 16 * 16
  /// The most that a tile of the ring differs from a corner of the same colour, in sixteenths of a level.
  private static let mostRingStep = 12 * 16

  /// What the picture's thing stands on; `nil` where that is transparent, or no two corners have one colour.
  ///
  /// The corners are four tiles of the outermost ring, those that are calm by the limit of a ring twice over. A colour is
  /// that of a corner from which another one differs by 16 levels at most in each channel; most corners win, then most tiles of the ring, then
  /// the first. Its tiles are those of the ring that differ from it by 12 levels at most. A gradient is what ``finding(in:_:)``
  /// says: its corners differ.
  static func ground(
    in places: PlaceGrid, _ colors: ColorHistogram, after finding: BackgroundFinding
  ) -> Background? {
    guard places.columns >= 2, places.rows >= 2 else { return nil }
    if let found = finding.background, found.isGradient { return found }
    let (right, bottom) = (places.columns - 1, (places.rows - 1) * places.columns)
    let tiles = [0, right, bottom, bottom + right].map { places.ring[$0] }
    guard tiles.count(where: { $0.visible < $0.transparent }) < 2 else { return nil }
    let corners = tiles.compactMap { CalmTile($0, most: 2 * mostRingDeviation) }
    let ring = places.ring.compactMap { CalmTile($0, most: mostDeviation) }
    var best: (corners: Int, tiles: [CalmTile]) = (2, [])
    for corner in corners {
      let alike = corners.count { $0.isNear(corner, within: mostCornerStep) }
      let tiles = ring.filter { $0.isNear(corner, within: mostRingStep) }
      if (alike, tiles.count) > (best.corners, best.tiles.count) { best = (alike, tiles) }
    }
    guard !best.tiles.isEmpty else { return finding.background }
    return background(best.tiles, colors).background
  }
}

extension BackgroundFinder {
  /// What a logo or a product stands on, which its corners show though the thing may touch the border; `nil` where
  /// that is transparent or the corners differ.
  ///
  /// `Palette.roles(besides:without:on:)` takes it. It is no ``finding()``: a tile with rounded corners fills the border, and stands
  /// on what fills the corners.
  ///
  /// - Parameter finding: what ``finding()`` says of the same pixels.
  /// - Returns: the ground.
  /// - Complexity: O(tiles + cells).
  public func ground(after finding: BackgroundFinding) -> Background? {
    BackgroundSearch.ground(in: places, colors.summary(), after: finding)
  }
}
