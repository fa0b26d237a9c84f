internal import DominantColor
package import Measuring
internal import Processors
internal import SyntheticImages

/// What benchmarks of kernels differ in, by the names that people choose them by.
package enum KernelParameter: String, CaseIterable, Sendable {
  case kernel
  case image
  case size
  case method
  case isa
  case threads

  /// More threads than any machine of today has.
  package static let threadLimit = 1024

  /// The parameter with the values that there are.
  package var choice: ParameterChoice {
    switch self {
    case .kernel:
      closed("the loop that counts pixels", KernelCatalog.all.map(\.id))
    case .method:
      closed("the question that kernels answer", PaletteMethod.allCases.map(\.rawValue))
    case .image:
      open(
        "an image, or a PNG or JPEG file, or a folder of them",
        [PackagedPhoto.name] + SyntheticImage.all.map(\.name))
    case .size: open("pixels; files are resampled", ["24MP", "1.5MP", "6000x4000"])
    case .threads:
      open(
        "threads of concurrent kernels", Set([1, ProcessorCount.usable]).sorted().map(String.init))
    case .isa: closed("instruction set of vectors", InstructionSet.available.map(\.rawValue))
    }
  }

  /// Every parameter with its values.
  package static var choices: [ParameterChoice] { allCases.map(\.choice) }

  private func closed(_ about: String, _ values: [String]) -> ParameterChoice {
    ParameterChoice(name: rawValue, about: about, values: values, isOpen: false)
  }

  private func open(_ about: String, _ values: [String]) -> ParameterChoice {
    ParameterChoice(name: rawValue, about: about, values: values, isOpen: true)
  }
}
