package import BenchmarkHarness
package import DominantColor
internal import Pixels
internal import SyntheticImages

extension RecordedContender {
  /// The plain read of the image's memory.
  package static let read = RecordedContender(name: KernelRace.readLabel, group: nil)

  /// A kernel as the history records it.
  package init(
    kernel: any Kernel, threads: Int, instructionSet: InstructionSet, answerHash: String,
    deltaE00: Double?
  ) {
    self.init(
      name: kernel.id, group: kernel.method.rawValue,
      isReference: kernel.id == KernelCatalog.reference(for: kernel.method).id, threads: threads,
      variant: kernel.isVectorised && instructionSet != .best ? instructionSet.rawValue : nil,
      answerHash: answerHash, error: deltaE00.map { AnswerError($0, unit: "ΔE00") })
  }
}

extension RecordedInput {
  /// An image as the history records it.
  package init(_ image: BenchmarkImage) {
    self.init(
      name: image.name, size: "\(image.pixels.width)x\(image.pixels.height)",
      elements: image.pixels.pixelCount, hash: String(image.pixels.checksum, radix: 16))
  }
}
