internal import DominantColor
internal import KernelWorkloads

/// The goals of this project, each with the image and size that it applies to.
package enum GoalCatalog {
  private static let simd = GoalWork.kernel("simd", nil, threads: 1)
  private static let scalar = GoalWork.kernel("histogram", nil, threads: 1)
  private static let kmeans = GoalWork.kernel("kmeans", nil, threads: 1)
  private static let large = ImageSize.pixelCount(24_000_000)

  /// All cases; those at 100 MP only when asked for, because they take a minute.
  package static func cases(photo: String?, threads: Int, isThorough: Bool) -> [GoalCase] {
    var cases: [GoalCase] = []
    if let photo {
      cases.append(GoalCase(image: photo, size: large, goals: photoGoals(threads: threads)))
    }
    cases += syntheticCases(threads: threads) + smallCases()
    cases += ["flat", "photo", "screen", "gradient", "planted", "straddle", "noise", "alpha"].map {
      GoalCase(image: $0, size: .pixelCount(1_000_000), goals: [atMost(1, simd, scalar)])
    }
    if threads > 1 {
      let tiles = GoalWork.kernel("tiles", nil, threads: threads)
      cases += [250_000, 500_000, 1_000_000, 4_000_000].map {
        GoalCase(image: "photo", size: .pixelCount($0), goals: [atMost(1, tiles, simd)])
      }
      if isThorough {
        cases += ["photo", "noise"].map {
          GoalCase(
            image: $0, size: .pixelCount(100_000_000), goals: scaling(threads: threads))
        }
      }
    }
    return cases + fileCases(photo: photo, threads: threads)
  }

  private static func atMost(_ limit: Double, _ work: GoalWork, _ other: GoalWork) -> Goal {
    Goal(quantity: .ratio(work, over: other), limit: .atMost(limit))
  }

  private static func atLeast(_ limit: Double, _ work: GoalWork, _ other: GoalWork) -> Goal {
    Goal(quantity: .ratio(work, over: other), limit: .atLeast(limit))
  }

  /// What two cores give; more scale further, fewer not at all.
  private static func scaling(threads: Int) -> [Goal] {
    guard threads > 1 else { return [] }
    let tiles = GoalWork.kernel("tiles", nil, threads: threads)
    return [
      atLeast(1.8, simd, tiles),
      Goal(
        quantity: .gain(simd, over: tiles, bound: .read, boundOver: .reading(threads: threads)),
        limit: .atLeast(0.95)),
    ]
  }

  private static func hueGoals(threads: Int) -> [Goal] {
    [atMost(4, .kernel("hue-simd", nil, threads: 1), .read)]
      + (threads > 1
        ? [atMost(4, .kernel("hue-tiles", nil, threads: threads), .read)] : [])
  }

  private static func syntheticCases(threads: Int) -> [GoalCase] {
    [
      GoalCase(
        image: "photo", size: large,
        goals: [
          atMost(3.0, simd, .read), atMost(1.25, simd, .pass), atMost(1.7, kmeans, simd),
        ] + scaling(threads: threads)),
      GoalCase(image: "flat", size: large, goals: [atMost(1.3, simd, .read)]),
      GoalCase(image: "screen", size: large, goals: [atMost(1.6, simd, .read)]),
      GoalCase(
        image: "noise", size: large,
        goals: [atMost(6.5, simd, .read)] + scaling(threads: threads)),
      GoalCase(
        image: "planted", size: .pixelCount(6_000_000), goals: [atMost(1.7, kmeans, simd)]),
      GoalCase(
        image: "photo", size: .pixelCount(1_000_000), goals: [atMost(2.5, kmeans, simd)]),
    ]
  }

  private static func smallCases() -> [GoalCase] {
    func seconds(_ work: GoalWork, _ limit: Double) -> Goal {
      Goal(quantity: .seconds(work), limit: .atMost(limit))
    }
    return [(16, 2e-6), (64, 8e-6), (128, 14e-6)].map { side, limit in
      GoalCase(
        image: "photo", size: .exact(width: side, height: side),
        goals: [seconds(simd, limit)]
          + (side == 64 ? [seconds(kmeans, 60e-6), seconds(.nothing, 20e-9)] : []))
    }
  }

  private static func photoGoals(threads: Int) -> [Goal] {
    let baseline = GoalWork.kernel("simd", .baseline, threads: 1)
    var goals = [
      atMost(3.0, simd, .read), atMost(1.25, simd, .pass), atLeast(1.5, scalar, baseline),
      atMost(1.7, kmeans, simd), atMost(3, .clusters(64), .clusters(8)), atMost(2, .fine, simd),
    ]
    if InstructionSet.avx512.isAvailable {
      let avx2 = GoalWork.kernel("simd", .avx2, threads: 1)
      let avx512 = GoalWork.kernel("simd", .avx512, threads: 1)
      goals.append(atMost(1.15, avx2, avx512))
    }
    goals += hueGoals(threads: threads)
    goals += [
      atMost(1.5, .effect(.hue), .copy), atMost(2, .effect(.featheredHue), .copy),
      atMost(3, .effect(.color), .copy), atMost(3.5, .effect(.featheredColor), .copy),
    ]
    if threads > 1 {
      goals.append(atLeast(1.7, kmeans, .kernel("kmeans-tiles", nil, threads: threads)))
    }
    return goals + scaling(threads: threads)
  }
}
