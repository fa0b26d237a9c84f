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
  var margin: String?
  var clock: String?
}

/// What to compare: the request checked against what there is.
struct ComparePlan {
  /// The four kinds of comparison.
  enum Kind {
    case kernels([any Kernel], against: any Kernel)
    case build(path: String, kernels: [any Kernel])
    case revisions(String, String, kernels: [any Kernel])
    case commands(CommandComparison, areWorkers: Bool)
  }

  let kind: Kind
  let images: [ComparedImage]
  let threads: Int
  let instructionSet: String?
  let clock: ClockChoice?
  let plan: SessionPlan

  /// The image of comparisons that name none: colours of a photo, at a size that makes epochs of a
  /// millisecond.
  static let standardImage = ComparedImage(name: "photo", size: "1MP")

  /// Checks a request.
  ///
  /// - Throws: ``UsageError`` for the first thing that is wrong.
  init(
    _ request: CompareRequest, usableCores: Int, searchPath: String
  ) throws(UsageError) {
    let run = try BenchmarkPlan(
      RunRequest(
        kernels: request.kernels, images: request.images, sizes: request.sizes,
        threads: request.threads, instructionSet: request.instructionSet),
      usableCores: usableCores)
    threads = run.threads
    instructionSet = request.instructionSet
    images = Self.images(request)
    kind = try Self.kind(request, run.kernels, searchPath)
    var plan = SessionPlan()
    if let margin = request.margin {
      plan.rule = SequentialRule(margin: try Percentage(parsing: margin).logRatio)
    }
    self.plan = plan
    clock = try Self.clock(request.clock)
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

  private static func images(_ request: CompareRequest) -> [ComparedImage] {
    if request.images.isEmpty && request.sizes.isEmpty { return [standardImage] }
    let names = request.images.isEmpty ? [standardImage.name] : request.images
    return names.flatMap { name in
      request.sizes.isEmpty
        ? [ComparedImage(name: name, size: nil)]
        : request.sizes.map { ComparedImage(name: name, size: $0) }
    }
  }

  private static func kind(
    _ request: CompareRequest, _ kernels: [any Kernel], _ searchPath: String
  ) throws(UsageError) -> Kind {
    let forms = [
      request.against != nil, request.base != nil, !request.revisions.isEmpty,
      !request.commands.isEmpty,
    ]
    guard forms.count(where: { $0 }) == 1 else {
      throw UsageError(
        "Specify exactly one comparison: two kernels (--kernel simd --against histogram), two commits "
          + "(main~3 HEAD), another build (--base PATH), or two commands (-- old -- new). In "
          + "another repository, `bench init` writes a suite file, whose benchmarks are compared.")
    }
    if request.areWorkers, request.commands.isEmpty {
      throw UsageError("--workers goes with two commands: bench compare --workers -- A -- B.")
    }
    if let name = request.against {
      guard !request.kernels.isEmpty else {
        throw UsageError(
          "Specify which kernel to compare with '\(name)': --kernel simd, for example.")
      }
      return .kernels(kernels, against: try KernelWorkloads.kernel(named: name))
    }
    if let path = request.base {
      guard Executable.exists(at: path) else {
        throw UsageError(
          "--base takes the path of another build of bench; '\(path)' is not a program.")
      }
      return .build(path: path, kernels: kernels)
    }
    if !request.commands.isEmpty {
      guard request.kernels.isEmpty, request.images.isEmpty, request.sizes.isEmpty else {
        throw UsageError("--kernel, --image and --size do not apply to the commands after '--'.")
      }
      do throws(HarnessFailure) {
        return .commands(
          try CommandComparison(words: request.commands, searchPath: searchPath),
          areWorkers: request.areWorkers)
      } catch {
        throw UsageError(error.message)
      }
    }
    guard request.revisions.count == 2 else {
      throw UsageError(
        "Two commits are compared, as in: bench compare main~3 HEAD. There is "
          + "\(request.revisions.count): \(request.revisions.joined(separator: " ")).")
    }
    return .revisions(request.revisions[0], request.revisions[1], kernels: kernels)
  }
}
