/// How often each function was met while a benchmark ran, at even steps of its time.
package struct TimeSamples: Equatable, Sendable {
  /// The samples of functions as tables of symbols have them, without their source files.
  package let counts: [CallProfile.Function: Int]

  /// Wraps what was sampled.
  package init(counts: [CallProfile.Function: Int]) { self.counts = counts }

  /// All samples, also of libraries and of the system.
  package var all: Int { counts.values.reduce(0, +) }

  /// How many samples the instructions of a function are worth.
  private static let prior = 1.0

  /// Samples of each function with those inlined into it: those of the symbol that it lies in, shared out by
  /// instructions. How many samples of a symbol its instructions let one expect counts as one sample more, so that
  /// those that are hardly ever met are not said to take no time.
  ///
  /// - Parameter profile: what was counted of the same work.
  /// - Returns: the samples, which are no whole numbers.
  package func samples(in profile: CallProfile) -> [CallProfile.Function: Double] {
    var instructions: [CallProfile.Function: Int] = [:]
    for (place, count) in profile.symbols where place.caller == place.callee {
      instructions[Self.symbol(place.caller), default: 0] += count
    }
    let met = instructions.keys.reduce(0) { $0 + (counts[$1] ?? 0) }
    let rate = Double(met) / Double(max(instructions.values.reduce(0, +), 1))
    return profile.symbols.reduce(into: [:]) { found, entry in
      let symbol = Self.symbol(entry.key.caller)
      let all = Double(instructions[symbol] ?? 0)
      guard all > 0 else { return }
      let (own, expected) = (Double(counts[symbol] ?? 0), rate * all)
      // The mean of a Poisson rate after a gamma prior with that mean (Gelman et al., "Bayesian Data Analysis",
      // section 2.6).
      let time = expected * (own + Self.prior) / (expected + Self.prior)
      found[entry.key.callee, default: 0] += time * Double(entry.value) / all
    }
  }

  private static func symbol(_ function: CallProfile.Function) -> CallProfile.Function {
    CallProfile.Function(name: function.name, object: function.object)
  }
}
