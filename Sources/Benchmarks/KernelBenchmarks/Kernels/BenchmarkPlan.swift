internal import DominantColor
internal import Measuring

/// What to run: kernels × images × sizes, and how.
package struct BenchmarkPlan {
  /// In the order of the catalogue.
  package let kernels: [any Kernel]
  package let images: [ImageRequest]
  package let instructionSet: InstructionSet
  package let threads: Int
  /// Seconds of timing for each kernel and image.
  package let secondsPerKernel: Double

  /// Makes one of its parts.
  package init(
    kernels: [any Kernel], images: [ImageRequest], instructionSet: InstructionSet, threads: Int,
    secondsPerKernel: Double
  ) {
    self.kernels = kernels
    self.images = images
    self.instructionSet = instructionSet
    self.threads = threads
    self.secondsPerKernel = secondsPerKernel
  }

  /// More threads than any machine of today has.
  package static let threadLimit = 1024

  /// Seconds for each kernel and image when none are asked for: half a second, or in the default
  /// suite an equal share of 30 seconds, if that is less.
  package static func defaultSeconds(isSuite: Bool, races: Int) -> Double {
    isSuite ? min(0.5, 30 / Double(races)) : 0.5
  }
}
