package import DominantColor

/// The races of a tuning run, and from where threads pay.
package struct TuneResult {
  package var methods: [Method]

  package init(methods: [Method]) { self.methods = methods }

  /// The races of a method.
  package struct Method {
    package let method: PaletteMethod
    /// The fastest kernel on one thread.
    package let one: KernelCandidate
    /// The fastest kernel on all threads.
    package let several: KernelCandidate
    package var races: [RaceOutcome] = []

    package init(
      method: PaletteMethod, one: KernelCandidate, several: KernelCandidate,
      races: [RaceOutcome] = []
    ) {
      self.method = method
      self.one = one
      self.several = several
      self.races = races
    }

    /// The sizes that were raced, smallest first, each with its races.
    package var sizes: [(pixels: Int, races: [RaceOutcome])] {
      Dictionary(grouping: races, by: \.pixels).sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) }
    }

    /// From where threads pay: at the largest sizes without a gap.
    ///
    /// The border lies at the geometric middle of the two sizes that it is between. Where races
    /// were too disturbed to decide, threads pay, as in the default order.
    ///
    /// - Returns: `nil` where nothing was measured.
    package var threads: Tuning.Threads? {
      let sizes = sizes.map { size in
        (size.pixels, ThreadVerdict(size.races, one: one, several: several))
      }
      guard let largest = sizes.last else { return nil }
      guard largest.1 != .cost else { return .never }
      guard let last = sizes.lastIndex(where: { $0.1 == .cost }) else {
        return .from(pixels: KernelCatalog.smallestConcurrentImage)
      }
      let middle = (Double(sizes[last].0) * Double(sizes[last + 1].0)).squareRoot()
      return .from(pixels: Int(middle))
    }
  }

  /// What was found of each method.
  package var threads: [PaletteMethod: Tuning.Threads] {
    methods.reduce(into: [:]) { found, method in found[method.method] = method.threads }
  }

  /// Kernels that answered wrongly, each once, with an image on which they did.
  package var wrong: [(kernel: String, method: PaletteMethod, image: String)] {
    var found: [(kernel: String, method: PaletteMethod, image: String)] = []
    for method in methods {
      for race in method.races {
        for candidate in race.wrong
        where !found.contains(where: { $0.kernel == candidate.kernel.id }) {
          found.append((candidate.kernel.id, method.method, race.image))
        }
      }
    }
    return found
  }
}
