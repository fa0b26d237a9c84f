internal import DominantColor
internal import Measuring
internal import TimingHistory

/// Something that takes turns in a race, as the history knows it.
struct RecordedContender: Equatable {
  /// The kernel's name, or `read` for the plain read of the image.
  let name: String
  /// `nil` for the plain read.
  let method: PaletteMethod?
  /// Whether the ratios of its method are taken to it.
  let isReference: Bool
  /// The threads it can use.
  let threads: Int
  /// The instruction set, where it is not the best of this machine; else `nil`.
  let instructionSet: String?
  /// A hash of its whole answer; `nil` for the plain read.
  let answerHash: String?
  /// CIEDE2000 distance of its answer from the image's planted colour; `nil` where there is none.
  var deltaE00: Double?

  /// The plain read of the image's memory.
  static let read = RecordedContender(
    name: KernelRace.readLabel, method: nil, isReference: false, threads: 1, instructionSet: nil,
    answerHash: nil)

  init(
    name: String, method: PaletteMethod?, isReference: Bool, threads: Int, instructionSet: String?,
    answerHash: String?
  ) {
    self.name = name
    self.method = method
    self.isReference = isReference
    self.threads = threads
    self.instructionSet = instructionSet
    self.answerHash = answerHash
  }

  init(
    kernel: any Kernel, threads: Int, instructionSet: InstructionSet, answerHash: String,
    deltaE00: Double?
  ) {
    self.init(
      name: kernel.id, method: kernel.method,
      isReference: kernel.id == KernelCatalog.reference(for: kernel.method).id, threads: threads,
      instructionSet: kernel.isVectorised && instructionSet != .best
        ? instructionSet.rawValue : nil, answerHash: answerHash)
    self.deltaE00 = deltaE00
  }

  /// Which time decides for it: other programs do not add to the processor time of one thread, and
  /// only the wall shows whether several threads help.
  var clock: ClockKind { threads > 1 ? .wall : .threadCPU }

  /// The series that holds it: `simd/photo/6000x4000`.
  ///
  /// What the machine would choose by itself is not in the name, so that a series goes on when it
  /// chooses better; what a person chose is: `simd/photo/6000x4000/baseline`,
  /// `tiles/photo/6000x4000/4-threads`. The reference beside kernels of several threads is measured
  /// on another clock than the one beside kernels of one: `histogram/photo/6000x4000/wall`.
  ///
  /// - Parameters:
  ///   - image: the image's name.
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - usableCores: how many threads a kernel takes by itself.
  ///   - clock: the clock of the session it is in.
  /// - Returns: the series with its name.
  func series(
    image: String, width: Int, height: Int, usableCores: Int, clock: ClockKind
  ) -> SeriesRecord {
    var parts = [name, image, "\(width)x\(height)"]
    if let instructionSet { parts.append(instructionSet) }
    if threads > 1 && threads != usableCores { parts.append("\(threads)-threads") }
    if clock != self.clock { parts.append("wall") }
    return SeriesRecord(
      name: parts.joined(separator: "/"), unit: "ns", kernel: name, image: image,
      pixels: width * height, threads: threads)
  }
}
