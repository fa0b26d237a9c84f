internal import CommandText
internal import DominantColor
internal import KernelTuning
internal import KernelWorkloads
internal import Reporting

/// The request of `kernels tune`, as typed.
struct TuneRequest {
  var methods: [String] = []
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
    let threads = request.threads ?? usable
    guard (1...KernelParameter.threadLimit).contains(threads) else {
      throw UsageError("--threads takes 1 to \(KernelParameter.threadLimit), not \(threads).")
    }
    let seconds = request.seconds ?? 20
    guard seconds > 0, seconds <= 86_400 else {
      throw UsageError("--time takes seconds above 0 and up to 86400 for all, not \(seconds).")
    }
    self.init(methods: methods, threads: threads, seconds: seconds)
  }
}
