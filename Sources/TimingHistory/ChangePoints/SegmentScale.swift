/// How many points the shorter side of a split has, in classes that share a threshold.
///
/// Scores are bounded, so a handful of points can hardly reach what forty reach: one threshold for
/// all would be far too strict for the newest few nights, where it matters most.
enum SegmentScale {
  /// The fewest points a side may have.
  static let minimum = 4
  /// The smallest size of each class.
  static let classes = [4, 5, 6, 8, 11, 16, 24, 48]

  /// The class of a side's size.
  static func index(of size: Int) -> Int {
    switch size {
    case ..<5: 0
    case 5: 1
    case 6, 7: 2
    case 8..<11: 3
    case 11..<16: 4
    case 16..<24: 5
    case 24..<48: 6
    default: 7
    }
  }
}
