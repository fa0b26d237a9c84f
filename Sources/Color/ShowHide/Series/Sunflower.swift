/// Places for a series of circles like the florets of a sunflower: the *n*th at the golden angle
/// times *n* around, and √*n* out (Vogel, "A better way to construct the sunflower head", 1979).
///
/// ```swift
/// let flower = Sunflower(count: 100, spacing: 20)
/// flower.center(of: 7)  // somewhere within flower.radius of (0, 0)
/// ```
///
/// Computed by multiplications and square roots alone, which are the same on every machine.
public struct Sunflower: Sendable {
  /// Florets.
  public let count: Int
  /// The distance from the middle, over the root of the floret plus ½; no two florets are nearer to
  /// each other than 1.5 times this.
  public let spacing: Double

  private let directions: [(x: Double, y: Double)]

  /// The cosine and sine of the golden angle, π · (3 − √5).
  private static let step = (x: -0.737_368_878_078_319_8, y: 0.675_490_294_261_523_8)

  /// Lays out a number of florets.
  ///
  /// - Parameters:
  ///   - count: 0 or more.
  ///   - spacing: above 0.
  public init(count: Int, spacing: Double) {
    precondition(count >= 0, "a sunflower has 0 or more florets")
    precondition(spacing > 0, "a sunflower's spacing is above 0")
    self.count = count
    self.spacing = spacing
    var direction = (x: 1.0, y: 0.0)
    var directions: [(x: Double, y: Double)] = []
    directions.reserveCapacity(count)
    for _ in 0..<count {
      directions.append(direction)
      // Complex numbers multiplied: a turn by the golden angle more.
      direction = (
        direction.x * Self.step.x - direction.y * Self.step.y,
        direction.x * Self.step.y + direction.y * Self.step.x
      )
    }
    self.directions = directions
  }

  /// How far florets are from the middle at most.
  public var radius: Double { spacing * Double(max(count - 1, 0) + 1).squareRoot() }

  /// The place of a floret, from the middle: right and down.
  ///
  /// - Complexity: O(1).
  public func center(of index: Int) -> (x: Double, y: Double) {
    let distance = spacing * (Double(index) + 0.5).squareRoot()
    return (directions[index].x * distance, directions[index].y * distance)
  }
}
