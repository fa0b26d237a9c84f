internal import CommandText
internal import DominantColor
internal import KernelTuning
internal import KernelWorkloads
internal import Reporting

/// The request of `kernels tune`, as typed.
struct TuneRequest {
  var methods: [String] = []
  var isThorough = false
  var seconds: Double?
  var threads: Int?
}

extension TunePlan {
  /// Checks a request against what exists.
  ///
  /// - Throws: ``UsageError`` for the first thing that does not exist.
  init(_ request: TuneRequest, threads usable: Int) throws(UsageError) {
    for name in request.methods where PaletteMethod(rawValue: name) == nil {
      throw UsageError(
        unknownChoice(name, kind: "method", choices: PaletteMethod.allCases.map(\.rawValue)))
    }
    let methods = PaletteMethod.allCases.filter {
      request.methods.isEmpty || request.methods.contains($0.rawValue)
    }
    let questions =
      methods.map { TunedQuestion($0) }
      + (request.isThorough && methods.contains(.histogram)
        ? [TunedQuestion(.histogram, .fine)] : [])
    let threads = request.threads ?? usable
    guard (1...KernelParameter.threadLimit).contains(threads) else {
      throw UsageError("--threads takes 1 to \(KernelParameter.threadLimit), not \(threads).")
    }
    let seconds = request.seconds ?? (request.isThorough ? 320 : 23)
    guard seconds > 0, seconds <= 86_400 else {
      throw UsageError("--time takes seconds above 0 and up to 86400 for all, not \(seconds).")
    }
    // About 170 races fit into the default time, some of which take longer than their share.
    self.init(
      questions: questions, threads: threads, seconds: seconds,
      secondsPerRace: min(seconds / 330, 1), refinements: request.isThorough ? 4 : 3,
      isThorough: request.isThorough)
  }
}
