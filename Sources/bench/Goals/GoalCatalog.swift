internal import DominantColor

/// The goals of this project, each with the image and size that it applies to.
enum GoalCatalog {
  private static let simd = GoalWork.kernel("simd", nil, threads: 1)
  private static let scalar = GoalWork.kernel("histogram", nil, threads: 1)
  private static let kmeans = GoalWork.kernel("kmeans", nil, threads: 1)

  /// All cases; those at 100 MP only when asked for, because they take a minute.
  static func cases(photo: String?, threads: Int, isThorough: Bool) -> [GoalCase] {
    let tiles = GoalWork.kernel("tiles", nil, threads: threads)
    let hasCores = threads > 1
    func atMost(_ limit: Double, _ work: GoalWork, _ other: GoalWork) -> Goal {
      Goal(quantity: .ratio(work, over: other), limit: .atMost(limit))
    }
    func atLeast(_ limit: Double, _ work: GoalWork, _ other: GoalWork) -> Goal {
      Goal(quantity: .ratio(work, over: other), limit: .atLeast(limit))
    }
    // On two cores; more scale further, fewer not at all.
    let scaling = hasCores ? [atLeast(1.8, simd, tiles)] : []
    let large = ImageSize.pixelCount(24_000_000)
    var cases: [GoalCase] = []
    if let photo {
      cases.append(
        GoalCase(image: photo, size: large, goals: photoGoals(threads: threads, scaling: scaling)))
    }
    cases += [
      GoalCase(
        image: "photo", size: large,
        goals: [
          atMost(3.0, simd, .read), atMost(1.25, simd, .pass), atMost(2, kmeans, simd),
        ] + scaling),
      GoalCase(image: "flat", size: large, goals: [atMost(1.3, simd, .read)]),
      GoalCase(image: "screen", size: large, goals: [atMost(1.6, simd, .read)]),
      GoalCase(image: "noise", size: large, goals: [atMost(6.5, simd, .read)] + scaling),
      GoalCase(
        image: "photo", size: .exact(width: 64, height: 64),
        goals: [
          Goal(quantity: .seconds(simd), limit: .atMost(25e-6)),
          Goal(quantity: .seconds(.nothing), limit: .atMost(20e-9)),
        ]),
    ]
    cases += ["flat", "photo", "screen", "gradient", "planted", "straddle", "noise", "alpha"].map {
      GoalCase(image: $0, size: .pixelCount(1_000_000), goals: [atMost(1, simd, scalar)])
    }
    if hasCores {
      cases += [250_000, 500_000, 1_000_000, 4_000_000].map {
        GoalCase(image: "photo", size: .pixelCount($0), goals: [atMost(1, tiles, simd)])
      }
    }
    if isThorough, hasCores {
      cases += ["photo", "noise"].map {
        GoalCase(image: $0, size: .pixelCount(100_000_000), goals: scaling)
      }
    }
    return cases
  }

  private static func photoGoals(threads: Int, scaling: [Goal]) -> [Goal] {
    let baseline = GoalWork.kernel("simd", .baseline, threads: 1)
    var goals = [
      Goal(quantity: .ratio(simd, over: .read), limit: .atMost(3.0)),
      Goal(quantity: .ratio(simd, over: .pass), limit: .atMost(1.25)),
      Goal(quantity: .ratio(scalar, over: baseline), limit: .atLeast(1.5)),
      Goal(quantity: .ratio(kmeans, over: simd), limit: .atMost(2)),
      // Of photos whose winner leads by a twentieth of the pixels; the synthetic one's leads by 2 %.
      Goal(quantity: .seconds(.sampled), limit: .atMost(0.4e-3)),
    ]
    if InstructionSet.avx512.isAvailable {
      let avx2 = GoalWork.kernel("simd", .avx2, threads: 1)
      let avx512 = GoalWork.kernel("simd", .avx512, threads: 1)
      goals.append(Goal(quantity: .ratio(avx2, over: avx512), limit: .atMost(1.15)))
    }
    if threads > 1 {
      let tiled = GoalWork.kernel("kmeans-tiles", nil, threads: threads)
      goals.append(Goal(quantity: .ratio(kmeans, over: tiled), limit: .atLeast(1.7)))
    }
    return goals + scaling
  }
}
