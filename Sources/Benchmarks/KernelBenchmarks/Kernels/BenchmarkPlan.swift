package import DominantColor
internal import Measuring
package import Reporting

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

  /// The instruction set of a name; the best of this machine for `nil`.
  ///
  /// - Throws: ``InvalidRequest`` for a name that is none, or a set that this machine lacks.
  package static func instructionSet(_ name: String?) throws(InvalidRequest) -> InstructionSet {
    guard let name else { return .best }
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
