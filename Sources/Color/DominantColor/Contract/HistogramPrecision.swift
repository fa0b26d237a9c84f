/// How finely a ``ColorHistogram`` divides colour space.
public enum HistogramPrecision: String, Hashable, Sendable, CaseIterable {
  /// 16 × 16 × 16 cells of 16 levels; a window is 2 × 2 × 2 cells.
  case standard
  /// 32 × 32 × 32 cells of 8 levels; a window is 4 × 4 × 4 cells.
  case fine

  /// Cells along one channel: 16 or 32.
  public var cellsPerChannel: Int { self == .standard ? 16 : 32 }

  /// Cells in all: 4096 or 32,768.
  public var cellCount: Int { cellsPerChannel * cellsPerChannel * cellsPerChannel }

  /// Levels of a channel that share a cell: 16 or 8.
  public var levelsPerCell: Int { 256 / cellsPerChannel }

  /// Cells along one side of a window, which always spans 32 levels: 2 or 4.
  public var windowSide: Int { 32 / levelsPerCell }
}
