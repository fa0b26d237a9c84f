package import DominantColor
internal import Processors
package import Reporting

/// Which benchmarks a worker is asked for, by the values of their parameters.
package struct BenchmarkChoice {
  /// In the order of the catalogue.
  package private(set) var kernels = KernelCatalog.all
  /// Each an image: folders are their files.
  package private(set) var images = DefaultSuite.images
  /// How many threads concurrent kernels use.
  package private(set) var threads = [ProcessorCount.usable]
  /// What vectorised kernels run with.
  package private(set) var instructionSets = [InstructionSet.best]

  /// All kernels on the images of the default suite.
  package init() {}

  /// Reads values as they were typed.
  ///
  /// - Parameter values: the values of each parameter that was chosen.
  /// - Throws: ``InvalidRequest`` for a value that there is not, ``InputFailure`` for a file that
  ///   cannot be read.
  package init(_ values: [(name: String, values: [String])]) throws {
    var methods = PaletteMethod.allCases
    var sources: [ImageRequest.Source]?
    var sizes: [ImageSize] = []
    for (name, values) in values {
      guard let parameter = KernelParameter(rawValue: name) else {
        throw InvalidRequest(
          unknownChoice(
            name, kind: "parameter", choices: KernelParameter.allCases.map(\.rawValue)))
      }
      guard !values.isEmpty else { throw InvalidRequest("The parameter '\(name)' has no values.") }
      switch parameter {
      case .kernel:
        let chosen = Set(try values.map(Self.kernel(named:)).map(\.id))
        kernels = KernelCatalog.all.filter { chosen.contains($0.id) }
      case .image: sources = try values.map(ImageRequest.source(named:))
      case .size: sizes = try values.map(Self.size(named:))
      case .method: methods = try values.map(Self.method(named:))
      case .isa: instructionSets = try values.map(Self.instructionSet(named:))
      case .threads: threads = try values.map(Self.threads(named:))
      }
    }
    let chosen = kernels.map(\.id)
    kernels = kernels.filter { methods.contains($0.method) }
    guard !kernels.isEmpty else {
      throw InvalidRequest(
        "No kernel of method \(methods.map { "'\($0.rawValue)'" }.joined(separator: " or ")) is "
          + "called \(chosen.map { "'\($0)'" }.joined(separator: " or ")).")
    }
    if let sources { images = sources.map { ImageRequest(source: $0, size: nil) } }
    if !sizes.isEmpty {
      images = images.flatMap { image in
        sizes.map { ImageRequest(source: image.source, size: $0) }
      }
    }
    images = try images.flatMap(ImageLoader.expand)
  }

  /// The kernel of a name.
  ///
  /// - Throws: ``InvalidRequest`` for a name that is none.
  package static func kernel(named name: String) throws(InvalidRequest) -> any Kernel {
    guard let kernel = KernelCatalog.kernel(named: name) else {
      throw InvalidRequest(
        unknownChoice(name, kind: "kernel", choices: KernelCatalog.all.map(\.id)))
    }
    return kernel
  }

  private static func method(named name: String) throws(InvalidRequest) -> PaletteMethod {
    guard let method = PaletteMethod(rawValue: name) else {
      throw InvalidRequest(
        unknownChoice(name, kind: "method", choices: PaletteMethod.allCases.map(\.rawValue)))
    }
    return method
  }

  private static func size(named text: String) throws(InvalidRequest) -> ImageSize {
    do throws(ImageSize.ParseError) {
      return try ImageSize(parsing: text)
    } catch {
      throw InvalidRequest(error.description)
    }
  }

  private static func threads(named text: String) throws(InvalidRequest) -> Int {
    guard let count = Int(text), (1...KernelParameter.threadLimit).contains(count) else {
      throw InvalidRequest(
        "The parameter 'threads' takes 1 to \(KernelParameter.threadLimit), not '\(text)'.")
    }
    return count
  }

  /// Finds an instruction set that this machine can run.
  package static func instructionSet(
    named name: String
  ) throws(InvalidRequest) -> InstructionSet {
    guard let set = InstructionSet(rawValue: name) else {
      throw InvalidRequest(
        unknownChoice(
          name, kind: "instruction set", choices: InstructionSet.allCases.map(\.rawValue)))
    }
    guard set.isAvailable else {
      let available = InstructionSet.available.map(\.rawValue).joined(separator: ", ")
      throw InvalidRequest(
        "This machine cannot run '\(name)', which needs \(set.requirement). "
          + "It can run: \(available).")
    }
    return set
  }
}
