package import Reporting

/// How often each function was met while a benchmark ran, at even steps of its time.
package struct TimeSamples: Equatable, Sendable {
  /// The samples of functions: of a program as its table of symbols has them, without their source files.
  package let counts: [CallProfile.Function: Int]

  /// Wraps what was sampled.
  package init(counts: [CallProfile.Function: Int]) { self.counts = counts }

  /// As many samples are enough: a function of one percent is then known within a tenth or less.
  private static let enough = 20_000
  /// Seconds after which no further process is started.
  private static let patience = 3.0
  /// Calls of one process at most.
  private static let mostCalls = 1 << 24

  /// Samples calls of work whose number of repetitions the caller chooses, without the start of the process.
  ///
  /// - Parameters:
  ///   - elapsed: seconds since any moment.
  ///   - sample: samples a process that makes some calls; it gets its number too.
  /// - Throws: ``HarnessFailure`` with why there are none.
  package init(
    elapsed: () -> Double,
    ofCalls sample: (_ calls: Int, _ process: Int) throws(HarnessFailure) ->
      [CallProfile.Function: Int]
  ) throws(HarnessFailure) {
    let begin = elapsed()
    let first = try sample(1, 0)
    var (calls, process, last) = (1, 1, first)
    while calls < Self.mostCalls, elapsed() - begin < Self.patience {
      let more = last.values.reduce(0, +) - first.values.reduce(0, +)
      guard more < Self.enough else { break }
      calls *= more > 0 ? min(max(2 * Self.enough / more, 2), 64) : 64
      last = try sample(calls, process)
      process += 1
    }
    counts = last.reduce(into: [:]) { found, entry in
      let count = entry.value - (first[entry.key] ?? 0)
      if count > 0 { found[entry.key] = count }
    }
  }

  /// Samples processes from start to end.
  ///
  /// - Parameters:
  ///   - elapsed: seconds since any moment.
  ///   - sample: samples a process; it gets its number.
  /// - Throws: ``HarnessFailure`` with why there are none.
  package init(
    elapsed: () -> Double,
    ofWhole sample: (_ process: Int) throws(HarnessFailure) -> [CallProfile.Function: Int]
  ) throws(HarnessFailure) {
    let begin = elapsed()
    var found: [CallProfile.Function: Int] = [:]
    var process = 0
    repeat {
      found.merge(try sample(process), uniquingKeysWith: +)
      process += 1
    } while found.values.reduce(0, +) < Self.enough && elapsed() - begin < Self.patience
    counts = found
  }

  /// All samples, also of libraries and of the system.
  package var all: Int { counts.values.reduce(0, +) }

  /// What a symbol that was never met takes at most, in samples.
  private static let mostUnmet = 0.5

  /// Samples of each function with those inlined into it.
  ///
  /// They are those of the symbol that it lies in, shared out by instructions. A symbol that was never met takes
  /// what its instructions let one expect, at most half a sample.
  ///
  /// - Parameter profile: what was counted of the same work.
  /// - Returns: the samples, which are no whole numbers.
  package func samples(in profile: CallProfile) -> [CallProfile.Function: Double] {
    var instructions: [CallProfile.Function: Int] = [:]
    func symbol(_ function: CallProfile.Function) -> CallProfile.Function {
      profile.counter.isInterpreter
        ? function : CallProfile.Function(name: function.name, object: function.object)
    }
    for (place, count) in profile.symbols where place.caller == place.callee {
      instructions[symbol(place.caller), default: 0] += count
    }
    let met = instructions.keys.reduce(0) { $0 + (counts[$1] ?? 0) }
    let rate = Double(met) / Double(max(instructions.values.reduce(0, +), 1))
    return profile.symbols.reduce(into: [:]) { found, entry in
      let outer = symbol(entry.key.caller)
      let all = Double(instructions[outer] ?? 0)
      guard all > 0 else { return }
      let time = counts[outer].map(Double.init) ?? min(rate * all, Self.mostUnmet)
      found[entry.key.callee, default: 0] += time * Double(entry.value) / all
    }
  }
}
