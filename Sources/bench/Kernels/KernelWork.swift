internal import CommandText

/// The work of one worker process: kernels on one image, as its command line says it.
struct KernelWork: Equatable, Sendable {
  /// By the names `bench list` gives; the first is workload 0.
  var kernels: [String]
  var image: ComparedImage
  var threads: Int
  /// `nil`: the best that the worker's machine has.
  var instructionSet: String?
  /// The share of extra work that the last kernel does in secret: 0.01 is one percent.
  var slowdown: Double = 0

  /// After so many pairs a worker that runs one kernel is given other memory to work in.
  static let pairsPerPreparation = 5

  /// What a worker is started with.
  var arguments: [String] {
    var arguments = [WorkerCommand.name] + kernels.map { "--kernel=\($0)" } + image.arguments
    arguments.append("--threads=\(threads)")
    if let instructionSet { arguments.append("--isa=\(instructionSet)") }
    if slowdown > 0 { arguments.append("--slowdown=\(slowdown)") }
    return arguments
  }
}

/// An image as a worker is told of it: every process makes its own pixels.
struct ComparedImage: Equatable, Sendable {
  /// A synthetic image's name or a file's path.
  let name: String
  /// `nil`: its own size.
  let size: String?

  init(name: String, size: String?) {
    self.name = name
    self.size = size
  }

  /// What a worker is told.
  var arguments: [String] { ["--image=\(name)"] + (size.map { ["--size=\($0)"] } ?? []) }

  /// The name with the size where one was asked for.
  var label: String { size.map { "\(name) \($0)" } ?? name }

  /// What to load.
  ///
  /// - Throws: ``UsageError`` for an image or a size that there is not.
  func request() throws(UsageError) -> ImageRequest {
    let source = try ImageRequest.source(named: name)
    guard let size else { return ImageRequest(source: source, size: nil) }
    do {
      return ImageRequest(source: source, size: try ImageSize(parsing: size))
    } catch {
      throw UsageError(error.description)
    }
  }
}

extension ComparedImage {
  /// The image of a request; `nil` for the photo kept with the package when it is not here.
  init?(_ request: ImageRequest) {
    switch request.source {
    case .synthetic(let name): self.name = name
    case .path(let path): name = path
    case .packagedPhoto:
      guard let path = PackagedPhoto.path() else { return nil }
      name = path
    }
    size = request.size.map { size in
      switch size {
      case .exact(let width, let height): "\(width)x\(height)"
      case .pixelCount(let count): "\(Decimals.fixed(Double(count) / 1e6, places: 6))MP"
      }
    }
  }
}
