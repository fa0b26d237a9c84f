/// Series that are hard to judge: noise that changes its size, far points, long stays.
///
/// The level is 100 and the noise about 1.
enum HardSeries: CaseIterable {
  /// No change; the noise is three times as loud from half way on.
  case louder
  /// No change; the variance remembers (GARCH(1, 1) with 0.05, 0.15 and 0.8).
  case volatile
  /// A rise of ten deviations at 60 %; the last two points are eight times as large.
  case farEnd
  /// A rise of ten deviations at 60 %; a tenth of the points are eight times as large.
  case farPoints
  /// Four equal stays at two levels, ten deviations apart, in turn.
  case stays

  /// What it is called in a table.
  var name: String {
    switch self {
    case .louder: "unchanged, noise three times as loud from half way"
    case .volatile: "unchanged, noise in bursts (GARCH)"
    case .farEnd: "step of 10 deviations, two points × 8 at the end: found"
    case .farPoints: "step of 10 deviations, a tenth of the points × 8: found"
    case .stays: "four stays at two levels, 10 deviations apart: all found"
    }
  }

  /// The first points of the new levels.
  func changes(count: Int) -> [Int] {
    switch self {
    case .louder, .volatile: []
    case .farEnd, .farPoints: [count * 3 / 5]
    case .stays: [count / 4, count / 2, count * 3 / 4]
    }
  }

  /// Draws a series.
  func series(count: Int, using generator: inout some RandomNumberGenerator) -> [Double] {
    let changes = changes(count: count)
    var (variance, shock) = (1.0, 0.0)
    return (0..<count).map { place in
      let draw = NoiseModel.normal(&generator)
      let levels = changes.count { $0 <= place }
      let level = 100.0 + (levels % 2 == 1 ? 10 : 0)
      switch self {
      case .louder: return level + draw * (place < count / 2 ? 1 : 3)
      case .volatile:
        variance = 0.05 + 0.15 * shock * shock + 0.8 * variance
        shock = variance.squareRoot() * draw
        return level + shock
      case .farEnd: return (level + draw) * (place >= count - 2 ? 8 : 1)
      case .farPoints:
        return (level + draw) * (NoiseModel.uniform(&generator) < 0.1 ? 8 : 1)
      case .stays: return level + draw
      }
    }
  }
}
