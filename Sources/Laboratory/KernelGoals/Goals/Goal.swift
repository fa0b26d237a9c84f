package import KernelWorkloads
internal import Measuring

/// A promise about speed as a number that can be measured.
package struct Goal: Sendable {
  /// What is measured.
  package enum Quantity: Sendable {
    /// One work's time over another's, in the same rounds.
    case ratio(GoalWork, over: GoalWork)
    /// A ratio of two works over that of two others, which bounds it.
    case gain(GoalWork, over: GoalWork, bound: GoalWork, boundOver: GoalWork)
    /// Seconds of one work.
    case seconds(GoalWork)
  }

  /// Which side of the limit is good.
  package enum Limit: Equatable, Sendable {
    case atMost(Double)
    case atLeast(Double)

    package var value: Double {
      switch self {
      case .atMost(let value), .atLeast(let value): value
      }
    }

    /// Whether a value meets it.
    package func holds(for value: Double) -> Bool {
      switch self {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      }
    }
  }

  package let quantity: Quantity
  package let limit: Limit

  /// Whether a time is measured, not a ratio.
  package var isTime: Bool { if case .seconds = quantity { true } else { false } }

  /// The works that must be timed.
  package var works: [GoalWork] {
    switch quantity {
    case .ratio(let work, over: let other): [work, other]
    case .gain(let work, over: let other, bound: let bound, boundOver: let base):
      [work, other, bound, base]
    case .seconds(let work): [work]
    }
  }

  /// What is measured, in a few words.
  package var title: String {
    switch quantity {
    case .ratio(let work, over: let other): "\(work.label) ÷ \(other.label)"
    case .gain(let work, over: let other, bound: let bound, boundOver: let base):
      "(\(work.label) ÷ \(other.label)) ÷ (\(bound.label) ÷ \(base.label))"
    case .seconds(let work): "\(work.label)"
    }
  }
}

/// Goals on one material, timed in one interleaved run.
package struct GoalCase: Sendable {
  /// The image, or what a file holds.
  package let image: String
  package let size: ImageSize
  /// The file that the image is put into; `nil`: its pixels are worked on.
  package let file: GoalFile.Format?
  package let goals: [Goal]
  /// How much longer than others the case is timed: of long work there are few rounds.
  package let patience: Double

  package init(
    image: String, size: ImageSize, file: GoalFile.Format? = nil, patience: Double = 1,
    goals: [Goal]
  ) {
    self.image = image
    self.size = size
    self.file = file
    self.patience = patience
    self.goals = goals
  }

  /// Every work once, in the order of the goals.
  package var works: [GoalWork] {
    var works: [GoalWork] = []
    for work in goals.flatMap(\.works) where !works.contains(work) { works.append(work) }
    return works
  }
}

/// The result of a goal.
package struct GoalResult: Equatable, Sendable {
  /// How a measured value compares with its limit.
  package enum Verdict: String, Sendable {
    /// The whole interval meets the limit.
    case met
    /// The limit lies in the interval.
    case open
    /// The whole interval misses the limit.
    case missed
  }

  package let image: String
  package let pixelCount: Int
  package let title: String
  package let isTime: Bool
  package let value: Double
  /// The exact 95 % interval; `nil` with too few rounds.
  package let interval: ClosedRange<Double>?
  package let limit: Goal.Limit

  package var verdict: Verdict {
    guard let interval else { return limit.holds(for: value) ? .met : .missed }
    switch (limit.holds(for: interval.lowerBound), limit.holds(for: interval.upperBound)) {
    case (true, true): return .met
    case (false, false): return .missed
    default: return .open
    }
  }
}
