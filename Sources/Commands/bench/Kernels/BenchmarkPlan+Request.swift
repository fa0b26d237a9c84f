internal import CommandText
internal import DominantColor
internal import KernelBenchmarks
internal import Measuring
internal import Reporting

extension BenchmarkPlan {
  /// Checks a request against what exists.
  ///
  /// - Throws: ``UsageError`` for the first thing that does not exist.
  init(_ request: RunRequest, usableCores: Int) throws(UsageError) {
    let kernels = try Self.kernels(named: request.kernels, methods: request.methods)
    let images = try Self.images(request.images, sizes: request.sizes)
    let instructionSet = try Self.instructionSet(request.instructionSet)
    let threads = try Self.threads(request.threads, usableCores: usableCores)
    let seconds =
      request.seconds
      ?? Self.defaultSeconds(
        isSuite: request.images.isEmpty, races: kernels.count * images.count)
    guard seconds > 0, seconds <= 3600 else {
      throw UsageError(
        "--time takes seconds above 0 and up to 3600 for each kernel and image, not \(seconds).")
    }
    self.init(
      kernels: kernels, images: images, instructionSet: instructionSet, threads: threads,
      secondsPerKernel: seconds)
  }

  private static func kernels(
    named names: [String], methods: [String]
  ) throws(UsageError) -> [any Kernel] {
    for name in names where KernelCatalog.kernel(named: name) == nil {
      throw UsageError(
        unknownChoice(name, kind: "kernel", choices: KernelCatalog.all.map(\.id)))
    }
    for name in methods where PaletteMethod(rawValue: name) == nil {
      throw UsageError(
        unknownChoice(name, kind: "method", choices: PaletteMethod.allCases.map(\.rawValue)))
    }
    if names.isEmpty && methods.isEmpty { return KernelCatalog.all }
    return KernelCatalog.all.filter {
      names.contains($0.id) || methods.contains($0.method.rawValue)
    }
  }

  private static func images(
    _ names: [String], sizes: [String]
  ) throws(UsageError) -> [ImageRequest] {
    var parsedSizes: [ImageSize] = []
    for text in sizes {
      do {
        parsedSizes.append(try ImageSize(parsing: text))
      } catch {
        throw UsageError(error.description)
      }
    }
    let sources: [(source: ImageRequest.Source, size: ImageSize?)]
    if names.isEmpty {
      sources = DefaultSuite.images
    } else {
      var parsed: [(ImageRequest.Source, ImageSize?)] = []
      for name in names { parsed.append((try ImageRequest.source(named: name), nil)) }
      sources = parsed
    }
    return sources.flatMap { source, size in
      parsedSizes.isEmpty
        ? [ImageRequest(source: source, size: size)]
        : parsedSizes.map { ImageRequest(source: source, size: $0) }
    }
  }

  private static func threads(_ count: Int?, usableCores: Int) throws(UsageError) -> Int {
    let count = count ?? usableCores
    guard (1...threadLimit).contains(count) else {
      throw UsageError("--threads takes 1 to \(threadLimit), not \(count).")
    }
    return count
  }
}
