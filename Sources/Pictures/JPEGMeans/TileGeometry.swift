/// Where tiles of 4 × 4 pixels lie, and which samples of chroma they are made of.
struct TileGeometry {
  /// Pixels of the outline in a row, and in all.
  let outlineWidth: Int
  let outlineCount: Int
  /// Columns and rows of pixels for one of chroma: 1 or 2.
  let columnFactor: Int
  let rowFactor: Int
  private let width: Int
  private let height: Int
  private let chromaWidth: Int
  private let chromaHeight: Int

  /// - Throws: ``JPEGMeansError/declined(_:)`` for sampling factors of which no tiles are read.
  init(_ frame: JPEGFrame) throws(JPEGMeansError) {
    let isGrey = frame.components.count == 1
    let factors = (frame.mcuColumns, frame.mcuRows)
    let isUsual =
      isGrey
      || [(1, 1), (2, 1), (2, 2)].contains { $0 == factors }
        && frame.components[0].columns == factors.0 && frame.components[0].rows == factors.1
        && frame.components[1...].allSatisfy { $0.columns == 1 && $0.rows == 1 }
    // libjpeg enlarges very narrow chroma another way.
    guard isUsual, frame.width >= 16 else { throw .declined("no tiles are read of its sampling") }
    outlineWidth = (frame.width + 7) / 8
    outlineCount = outlineWidth * ((frame.height + 7) / 8)
    (columnFactor, rowFactor) = factors
    (width, height) = (frame.width, frame.height)
    chromaWidth = (width + columnFactor - 1) / columnFactor
    chromaHeight = (height + rowFactor - 1) / rowFactor
  }

  /// The column of chroma of one of the four of a patch; at the picture's edges a sample stands for
  /// the one beyond it.
  @inline(__always)
  func chromaColumn(_ number: Int, x: Int) -> Int {
    let place = columnFactor == 1 ? x &+ number : x / 2 &- 1 &+ number
    return min(max(place, 0), chromaWidth &- 1)
  }

  /// The row of chroma of one of the four of a patch.
  @inline(__always)
  func chromaRow(_ number: Int, y: Int) -> Int {
    let place = rowFactor == 1 ? y &+ number : y / 2 &- 1 &+ number
    return min(max(place, 0), chromaHeight &- 1)
  }

  /// Whether a tile reaches past the picture's edges.
  @inline(__always)
  func isCut(x: Int, y: Int) -> Bool { x &+ 4 > width || y &+ 4 > height }

  /// Whether a pixel lies in the picture.
  func contains(x: Int, y: Int) -> Bool { x < width && y < height }
}
