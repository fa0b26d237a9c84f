internal import KernelBenchmarks
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandText
internal import DominantColor
internal import Measuring
internal import Reporting

/// What a command line asks `bench compare` to do, as typed.
struct CompareRequest {
  var kernels: [String] = []
  var against: String?
  var base: String?
  var revisions: [String] = []
  var commands: [String] = []
  /// Whether the commands obey the worker protocol.
  var areWorkers = false
  var images: [String] = []
  var sizes: [String] = []
  var threads: Int?
  var instructionSet: String?

  /// The image of comparisons that name none: colours of a photo, at a size that makes epochs of a
  /// millisecond.
  static let standardImage = ComparedImage(name: "photo", size: "1MP")

  /// What is compared, checked against what there is.
  ///
  /// - Throws: ``UsageError`` for the first thing that is wrong.
  func source(
    usableCores: Int, searchPath: String
  ) throws(UsageError) -> any ComparisonSource {
    let plan = try BenchmarkPlan(
      RunRequest(
        kernels: kernels, images: images, sizes: sizes, threads: threads,
        instructionSet: instructionSet),
      usableCores: usableCores)
    func comparing(_ opponent: KernelSource.Opponent) -> KernelSource {
      KernelSource(
        plan: plan, images: comparedImages, instructionSet: instructionSet, opponent: opponent)
    }
    try checkForm()
    if let against {
      return comparing(.kernel(try KernelWorkloads.kernel(named: against)))
    }
    if let base {
      guard Executable.exists(at: base) else {
        throw UsageError(
          "--base takes the path of another build of bench; '\(base)' is not a program.")
      }
      return comparing(.build(path: base))
    }
    guard !commands.isEmpty else { return comparing(.commits) }
    do throws(HarnessFailure) {
      return CommandSource(
        try CommandComparison(words: commands, searchPath: searchPath), areWorkers: areWorkers)
    } catch {
      throw UsageError(error.message)
    }
  }

  /// Checks that exactly one comparison is asked for, and all that it takes.
  private func checkForm() throws(UsageError) {
    let forms = [against != nil, base != nil, !revisions.isEmpty, !commands.isEmpty]
    guard forms.count(where: { $0 }) == 1 else {
      throw UsageError(
        "Specify exactly one comparison: two kernels (--kernel simd --against histogram), two commits "
          + "(main~3 HEAD), another build (--base PATH), or two commands (-- old -- new). In "
          + "another repository, `bench init` writes a suite file, whose benchmarks are compared.")
    }
    if areWorkers, commands.isEmpty {
      throw UsageError("--workers goes with two commands: bench compare --workers -- A -- B.")
    }
    if let against, kernels.isEmpty {
      throw UsageError(
        "Specify which kernel to compare with '\(against)': --kernel simd, for example.")
    }
    if !commands.isEmpty, !kernels.isEmpty || !images.isEmpty || !sizes.isEmpty {
      throw UsageError("--kernel, --image and --size do not apply to the commands after '--'.")
    }
    if !revisions.isEmpty, revisions.count != 2 {
      throw UsageError(
        "Two commits are compared, as in: bench compare main~3 HEAD. There is "
          + "\(revisions.count): \(revisions.joined(separator: " ")).")
    }
  }

  private var comparedImages: [ComparedImage] {
    if images.isEmpty && sizes.isEmpty { return [Self.standardImage] }
    let names = images.isEmpty ? [Self.standardImage.name] : images
    return names.flatMap { name in
      sizes.isEmpty
        ? [ComparedImage(name: name, size: nil)]
        : sizes.map { ComparedImage(name: name, size: $0) }
    }
  }

  /// The clock of a name.
  ///
  /// - Throws: ``UsageError`` for a name that is none.
  static func clock(_ name: String?) throws(UsageError) -> ClockChoice? {
    guard let name else { return nil }
    guard let clock = ClockChoice(rawValue: name) else {
      throw UsageError(
        unknownChoice(name, kind: "clock", choices: ClockChoice.allCases.map(\.rawValue)))
    }
    return clock
  }
}
