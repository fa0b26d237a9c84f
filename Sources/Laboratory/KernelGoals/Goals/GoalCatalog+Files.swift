internal import ImageCodecs
internal import KernelWorkloads

extension GoalCatalog {
  /// Goals on files of 24 MP: from bytes in memory to rows and to the dominant colour, beside
  /// libjpeg and libpng.
  ///
  /// - Parameters:
  ///   - photo: a file of a photo that a sample settles; `nil` without one.
  ///   - threads: how many to measure several of.
  /// - Returns: the cases.
  package static func fileCases(photo: String?, threads: Int) -> [GoalCase] {
    let photos = [photo].compactMap(\.self).flatMap { photo in
      baseline.map { format, limit in
        fileCase(
          photo, format,
          outlineGoals(overLibrary: limit, threads: threads) + colorGoals
            + exactGoals(threads: threads))
      }
    }
    // The noise of its sensor is so strong that every pixel is counted after all.
    let noisy = baseline.map { format, limit in
      fileCase(
        "photo", format,
        outlineGoals(overLibrary: limit, threads: threads) + [
          ratio(color(.jpeg), exact(), .atMost(1.15))
        ] + exactGoals(threads: threads))
    }
    return photos + noisy + [
      fileCase(
        "noise", .jpeg(quality: 95, sampling: .none, isProgressive: false),
        [
          ratio(library(.jpeg, .outline), own(.jpeg, .outline), .atLeast(3)),
          ratio(library(.jpeg, .full), exact(), .atLeast(1.2)),
        ]),
      fileCase(
        "screen", .jpeg(quality: 90, sampling: .half, isProgressive: false),
        [ratio(library(.jpeg, .outline), own(.jpeg, .outline), .atLeast(3))]),
      // libjpeg reads these; nothing may be slower for what is around it.
      fileCase(
        "photo", .jpeg(quality: 90, sampling: .half, isProgressive: true),
        [
          ratio(library(.jpeg, .outline), own(.jpeg, .outline), .atLeast(0.95)),
          ratio(library(.jpeg, .full), color(.jpeg), .atLeast(0.95)),
        ]),
      fileCase("photo", .png, pngGoals(threads: threads)),
    ]
  }

  /// How photos are stored, and how many times as fast as libjpeg's their outlines should be.
  ///
  /// Where chroma is stored at half the size, rows that equal libjpeg's take more than its means.
  private static let baseline: [(GoalFile.Format, Double)] = [
    (.jpeg(quality: 75, sampling: .half, isProgressive: false), 3.5),
    (.jpeg(quality: 95, sampling: .none, isProgressive: false), 4.5),
  ]

  private static func outlineGoals(overLibrary limit: Double, threads: Int) -> [Goal] {
    let outline = own(.jpeg, .outline)
    var goals = [ratio(library(.jpeg, .outline), outline, .atLeast(limit))]
    if threads > 1 {
      goals.append(ratio(outline, own(.jpeg, .outline, threads: threads), .atLeast(1.7)))
    }
    return goals
  }

  /// Every pixel counted, against libjpeg's rows alone.
  private static func exactGoals(threads: Int) -> [Goal] {
    let library = library(.jpeg, .full)
    var goals = [ratio(library, exact(), .atLeast(1.5))]
    if threads > 1 { goals.append(ratio(library, exact(threads: threads), .atLeast(2.6))) }
    return goals
  }

  private static let colorGoals = [
    ratio(library(.jpeg, .full), color(.jpeg), .atLeast(5)),
    ratio(color(.jpeg), own(.jpeg, .outline), .atMost(1.3)),
  ]

  private static func pngGoals(threads: Int) -> [Goal] {
    var goals = [
      ratio(library(.png, .full), own(.png, .full), .atLeast(3.5)),
      ratio(color(.png), own(.png, .full), .atMost(1.3)),
    ]
    if threads > 1 {
      goals.append(ratio(library(.png, .full), own(.png, .full, threads: threads), .atLeast(5)))
    }
    return goals
  }

  private static func fileCase(
    _ image: String, _ format: GoalFile.Format, _ goals: [Goal]
  ) -> GoalCase {
    // A round takes a tenth of a second to a whole one.
    GoalCase(
      image: image, size: .pixelCount(24_000_000), file: format, patience: 4, goals: goals)
  }

  private static func ratio(_ work: GoalWork, _ other: GoalWork, _ limit: Goal.Limit) -> Goal {
    Goal(quantity: .ratio(work, over: other), limit: limit)
  }

  private static func library(_ format: GoalFile.Format.Kind, _ detail: ImageDetail) -> GoalWork {
    .file(FileWork(format: format, task: .libraryRows(detail)))
  }

  private static func own(
    _ format: GoalFile.Format.Kind, _ detail: ImageDetail, threads: Int = 1
  ) -> GoalWork {
    .file(FileWork(format: format, task: .ownRows(detail, threads: threads)))
  }

  private static func exact(threads: Int = 1) -> GoalWork {
    .file(FileWork(format: .jpeg, task: .exactColor(threads: threads)))
  }

  private static func color(_ format: GoalFile.Format.Kind) -> GoalWork {
    .file(FileWork(format: format, task: .color(threads: 1)))
  }
}
