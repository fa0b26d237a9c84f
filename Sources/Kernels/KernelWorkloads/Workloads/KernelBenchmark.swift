internal import DominantColor
package import Measuring
internal import Processors

/// A benchmark that a worker offers: a kernel, or the plain read of memory, on an image.
package struct KernelBenchmark {
  /// What is done.
  enum Work {
    /// The image is answered for.
    case kernel(any Kernel, InstructionSet, threads: Int)
    /// The image is read from memory and nothing else: what kernels are compared with.
    case read
  }

  /// An image and its size, which is known before it is loaded.
  struct Image {
    let request: ImageRequest
    let dimensions: ImageDimensions

    /// Finds out the size.
    ///
    /// - Throws: ``InputFailure`` for a file that cannot be read.
    init(_ request: ImageRequest) throws(InputFailure) {
      self.request = request
      dimensions = try ImageDimensions(of: request)
    }

    /// How names of benchmarks have it: `photo/6000x4000`.
    var path: String { "\(request.name)/\(dimensions.text)" }
  }

  let work: Work
  let image: Image
  /// What its series is called in histories.
  package let name: String
  /// Parameters, references and amount of work.
  package let description: BenchmarkDescription

  /// The plain read of an image.
  init(readOf image: Image) {
    work = .read
    self.image = image
    name = "\(Self.readName)/\(image.path)"
    description = Self.description(
      of: image,
      [
        .init(.kernel, Self.readName), .init(.image, image.request.name),
        .init(.size, image.dimensions.text),
      ])
  }

  /// A kernel on an image.
  ///
  /// What the machine would choose by itself is not in the name, so that a series goes on when it
  /// chooses better; what a person chose is: `simd/photo/6000x4000/baseline`,
  /// `tiles/photo/6000x4000/4-threads`.
  ///
  /// - Parameters:
  ///   - kernel: the kernel.
  ///   - image: what it works on.
  ///   - set: the instruction set; of a kernel without vectors the baseline.
  ///   - threads: how many it uses.
  ///   - isOneOfSeveral: whether it is offered with other numbers of threads too.
  init(
    _ kernel: any Kernel, on image: Image, set: InstructionSet = .baseline, threads: Int = 1,
    isOneOfSeveral: Bool = false
  ) {
    work = .kernel(kernel, set, threads: threads)
    self.image = image
    var parts = [kernel.id, image.path]
    if kernel.isVectorised, set != .best { parts.append(set.rawValue) }
    if threads > 1, threads != ProcessorCount.usable { parts.append("\(threads)-threads") }
    if threads == 1, isOneOfSeveral { parts.append("1-thread") }
    name = parts.joined(separator: "/")
    description = Self.description(of: kernel, on: image, set, threads: threads)
  }

  /// The name of the plain read.
  private static let readName = "read"

  private static func description(
    of kernel: any Kernel, on image: Image, _ set: InstructionSet, threads: Int
  ) -> BenchmarkDescription {
    var description = description(
      of: image,
      [
        .init(.kernel, kernel.id), .init(.image, image.request.name),
        .init(.size, image.dimensions.text), .init(.method, kernel.method.rawValue),
        .init(.isa, set.rawValue), .init(.threads, "\(threads)"),
      ])
    let reference = KernelCatalog.reference(for: kernel.method).id
    if kernel.id != reference {
      description.references.append(
        BenchmarkReference(
          name: "reference", benchmark: "\(reference)/\(image.path)", answersMustAgree: true,
          title: "ref"))
    }
    description.references.append(
      BenchmarkReference(
        name: readName, benchmark: "\(readName)/\(image.path)", answersMustAgree: false,
        title: readName))
    if threads > 1 { description.clock = "wall" }
    return description
  }

  /// An epoch is repeated in other memory: where pixels and tables lie makes equal code differ by
  /// percents, and preparing a kernel costs little more than running it.
  private static func description(
    of image: Image, _ parameters: [BenchmarkParameter]
  ) -> BenchmarkDescription {
    let pixels = Double(image.dimensions.pixelCount)
    return BenchmarkDescription(
      parameters: parameters, items: pixels, unit: "pixels", bytes: 4 * pixels,
      preparesForEachPair: true)
  }
}

extension BenchmarkParameter {
  fileprivate init(_ parameter: KernelParameter, _ value: String) {
    self.init(parameter.rawValue, value)
  }
}
