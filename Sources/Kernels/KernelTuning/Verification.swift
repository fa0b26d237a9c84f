package import DominantColor
package import KernelWorkloads
package import Measuring
internal import Pixels
package import Reporting

/// One `kernels tune --verify`: what the library chooses against everything that it could have
/// chosen, in one interleaved run for each image of a held-out grid.
package struct Verification {
  package let selection: KernelSelection
  package let methods: [PaletteMethod]
  package let threads: Int
  package let sizes: [(width: Int, height: Int)]
  package let images: [ImageRequest.Source]
  package let secondsPerRace: Double
  package let timer: any ContenderTimer
  package let time: any TimeSource
  package let load: (ImageRequest) throws(InputFailure) -> BenchmarkImage
  package let context: RunContext
  /// What could have been chosen.
  package var kernels: [any Kernel] = KernelCatalog.all
  /// What kernels of vectors use.
  package var instructionSet = InstructionSet.best

  package init(
    selection: KernelSelection, methods: [PaletteMethod], threads: Int,
    sizes: [(width: Int, height: Int)], images: [ImageRequest.Source], secondsPerRace: Double,
    timer: any ContenderTimer, time: any TimeSource,
    load: @escaping (ImageRequest) throws(InputFailure) -> BenchmarkImage,
    context: RunContext,
    kernels: [any Kernel] = KernelCatalog.all
  ) {
    self.selection = selection
    self.methods = methods
    self.threads = threads
    self.sizes = sizes
    self.images = images
    self.secondsPerRace = secondsPerRace
    self.timer = timer
    self.time = time
    self.load = load
    self.context = context
    self.kernels = kernels
  }

  /// The confidence of each comparison is 99 %: a grid makes a hundred of them.
  package static let alpha = 0.01

  /// One cell of the regret table.
  package struct Cell {
    package let width: Int
    package let height: Int
    package let image: String
    package let method: PaletteMethod
    package let chosen: KernelCandidate
    /// The candidate that the chosen one is significantly slower than; itself when there is none.
    package let best: KernelCandidate
    /// How much longer the chosen one takes than the best, 0.02 for 2 %; 0 where that is undecided.
    package let regret: Double
    /// The candidate with the shortest median, significant or not.
    package let fastest: KernelCandidate
    /// The chosen one's time over that one's, less one, with its interval, significant or not.
    package let measured: Double
    package let interval: ClosedRange<Double>?
    package let rounds: Int
  }

  /// Runs the grid.
  ///
  /// - Returns: the cells, and kernels that answered wrongly; fewer cells when it was cancelled.
  package func run() -> (cells: [Cell], wrong: [String]) {
    var cells: [Cell] = []
    var wrong: [String] = []
    let contested = methods.filter {
      KernelCandidate.all(for: $0, threads: threads, kernels: kernels).count > 1
    }
    for method in methods where !contested.contains(method) {
      context.message(
        .note("Method \(method.rawValue) has one kernel: nothing to choose, so no cells."))
    }
    let total = Double(max(sizes.count * images.count * contested.count, 1))
    for size in sizes {
      for source in images where !context.isCancelled() {
        let image: BenchmarkImage
        do {
          image = try load(
            ImageRequest(source: source, size: .exact(width: size.width, height: size.height)))
        } catch {
          context.message(.warning(error.message))
          continue
        }
        for method in contested {
          context.show(
            "\(method.rawValue) on \(image.name), \(Quantities.megapixels(image.pixels.pixelCount))",
            Double(cells.count) / total)
          guard let (chosen, outcome) = race(method, image) else { break }
          for candidate in outcome.wrong where !wrong.contains(candidate.kernel.id) {
            wrong.append(candidate.kernel.id)
          }
          if let cell = cell(method, chosen, outcome) { cells.append(cell) }
        }
      }
    }
    context.clear()
    return (cells, wrong)
  }

  /// Seconds that choosing takes, a call; `nil` when it was cancelled.
  package func selectionSeconds() -> Double? {
    guard let first = images.first, let size = sizes.last,
      let image = try? load(
        ImageRequest(source: first, size: .exact(width: size.width, height: size.height)))
    else { return nil }
    return image.pixels.withPixels { view in
      let choosing = Contender("selection") {
        selection.choice(for: .histogram, pixels: view.pixelCount).threads
      }
      return timer.run(
        [choosing], seconds: 0.1, isCancelled: context.isCancelled, progress: { _ in }
      )
      .contenders.first?.median(.threadCPU)
    }
  }

  private func chosen(_ method: PaletteMethod, _ view: PixelView) -> KernelCandidate {
    let choice = selection.choice(for: method, pixels: view.pixelCount, threads: threads)
    return KernelCandidate(choice.kernel, threads: choice.threads)
  }

  private func race(_ method: PaletteMethod, _ image: BenchmarkImage) -> (
    KernelCandidate, RaceOutcome
  )? {
    image.pixels.withPixels { view in
      let chosen = chosen(method, view)
      var candidates = KernelCandidate.all(for: method, threads: threads, kernels: kernels)
      if !candidates.contains(chosen) { candidates.append(chosen) }
      let race = CandidateRace(
        method: method, candidates: candidates, seconds: secondsPerRace,
        timer: timer, time: time, instructionSet: instructionSet)
      return race.run(
        on: view, image: image.name, keeping: chosen, isCancelled: context.isCancelled
      )
      .map { (chosen, $0) }
    }
  }

  private func cell(_ method: PaletteMethod, _ chosen: KernelCandidate, _ race: RaceOutcome)
    -> Cell?
  {
    guard
      let (regret, best) = race.regret(of: chosen, among: race.candidates, alpha: Self.alpha),
      let fastest = race.candidates.min(by: {
        (race.median($0) ?? .infinity) < (race.median($1) ?? .infinity)
      })
    else { return nil }
    let estimate =
      fastest == chosen ? nil : race.ratio(of: chosen, to: fastest, alpha: Self.alpha)
    return Cell(
      width: race.width, height: race.height, image: race.image, method: method, chosen: chosen,
      best: best, regret: regret, fastest: fastest, measured: (estimate?.factor ?? 1) - 1,
      interval: estimate?.factorInterval.map { ($0.lower - 1)...($0.upper - 1) },
      rounds: race.timing.rounds)
  }
}
