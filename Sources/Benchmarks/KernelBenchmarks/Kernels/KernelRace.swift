package import BenchmarkHarness
package import DominantColor
internal import Measuring
internal import Pixels
internal import SyntheticImages

/// All kernels on one image: each answers and is checked against its method's reference, and those
/// that are right are timed in turns, together with a plain read of the same memory.
package struct KernelRace {
  package let kernels: [any Kernel]
  package let instructionSet: InstructionSet
  package let threads: Int
  package let secondsPerKernel: Double
  package let timer: any ContenderTimer

  /// Makes one of its parts.
  package init(
    kernels: [any Kernel], instructionSet: InstructionSet, threads: Int, secondsPerKernel: Double,
    timer: any ContenderTimer
  ) {
    self.kernels = kernels
    self.instructionSet = instructionSet
    self.threads = threads
    self.secondsPerKernel = secondsPerKernel
    self.timer = timer
  }

  /// The same in so many times its time.
  func taking(_ share: Double) -> KernelRace {
    KernelRace(
      kernels: kernels, instructionSet: instructionSet, threads: threads,
      secondsPerKernel: secondsPerKernel * share, timer: timer)
  }

  package static let readLabel = "read"

  /// Runs the race.
  ///
  /// - Parameters:
  ///   - image: what every kernel answers for.
  ///   - recorder: records every round; `nil` to record none.
  ///   - isCancelled: asked between samples; after an answer of true, the rounds so far are kept.
  ///   - progress: called with how far the timing is, 0 to 1.
  /// - Returns: `nil` when it was cancelled before every kernel had a sample.
  package func run(
    on image: BenchmarkImage, recorder: RaceRecorder? = nil, isCancelled: () -> Bool,
    progress: (Double) -> Void
  ) -> ImageResult? {
    image.pixels.withPixels { view in
      let references = references(on: view)
      var entries: [Entry] = []
      for kernel in kernels {
        if isCancelled() { return nil }
        entries.append(
          answer(of: kernel, on: view, image: image, reference: references[kernel.method]?.answer))
      }
      // An image without pixels has no time to speak of.
      guard !view.isEmpty else { return result(of: image, entries, readSeconds: nil) }
      let timing = time(
        entries, references, view: view, recorder: recorder, isCancelled: isCancelled,
        progress: progress)
      guard timing.rounds > 0 else { return nil }
      for index in entries.indices where entries[index].row.matchesReference {
        entries[index].row.timing = summary(of: entries[index].kernel, in: timing)
      }
      let read = timing.contenders.first { $0.label == Self.readLabel }
      return result(of: image, entries, readSeconds: read?.median(.wall))
    }
  }

  /// A kernel, its memory for the whole race, and its row.
  private struct Entry {
    let kernel: any Kernel
    let workspace: Workspace
    var row: KernelResult
    let answerHash: String
  }

  private func result(
    of image: BenchmarkImage, _ entries: [Entry], readSeconds: Double?
  ) -> ImageResult {
    ImageResult(
      name: image.name, width: image.pixels.width, height: image.pixels.height,
      planted: image.planted?.color, readSeconds: readSeconds, rows: entries.map(\.row))
  }

  /// A method's right answer, and the kernel and memory that gave it.
  private struct Reference {
    let kernel: any Kernel
    let workspace: Workspace
    let answer: Palette
  }

  /// The references of every method in the race.
  ///
  /// Their memory is kept to the end: given back, it would be taken again by the kernels, and
  /// would not be seen to be taken.
  private func references(on view: PixelView) -> [PaletteMethod: Reference] {
    var references: [PaletteMethod: Reference] = [:]
    for method in Set(kernels.map(\.method)) {
      let kernel = KernelCatalog.reference(for: method)
      let workspace = Workspace()
      references[method] = Reference(
        kernel: kernel, workspace: workspace,
        answer: kernel.palette(of: view, options: PaletteOptions(), workspace: workspace))
    }
    return references
  }

  private func answer(
    of kernel: any Kernel, on view: PixelView, image: BenchmarkImage, reference: Palette?
  ) -> Entry {
    let workspace = Workspace(
      instructionSet: instructionSet, threads: kernel.isConcurrent ? threads : 1)
    let (palette, working) = WorkingMemory.measure {
      kernel.palette(of: view, options: PaletteOptions(), workspace: workspace)
    }
    let row = KernelResult(
      kernel: kernel.id, method: kernel.method.rawValue,
      instructionSet: kernel.isVectorised
        ? instructionSet.rawValue : InstructionSet.baseline.rawValue,
      threads: workspace.threads, answer: KernelResult.Answer(palette),
      isReference: kernel.id == KernelCatalog.reference(for: kernel.method).id,
      matchesReference: palette == reference,
      deltaE00: image.distance(of: palette.dominant?.color), timing: nil,
      peakBytes: working.map { $0 + image.pixels.byteCount })
    return Entry(
      kernel: kernel, workspace: workspace, row: row, answerHash: PaletteText.hash(palette))
  }

  private func time(
    _ entries: [Entry], _ references: [PaletteMethod: Reference], view: PixelView,
    recorder: RaceRecorder?, isCancelled: () -> Bool, progress: (Double) -> Void
  ) -> InterleavedTiming {
    var contenders = [Contender(Self.readLabel) { PlainRead.sum(of: view) }]
    var recorded = [RecordedContender.read]
    func add(
      _ kernel: any Kernel, _ workspace: Workspace, answerHash: String, deltaE00: Double? = nil
    ) {
      contenders.append(
        Contender(kernel.id) {
          kernel.palette(of: view, options: PaletteOptions(), workspace: workspace)
        })
      recorded.append(
        RecordedContender(
          kernel: kernel, threads: workspace.threads, instructionSet: instructionSet,
          answerHash: answerHash, deltaE00: deltaE00))
    }
    let right = entries.filter(\.row.matchesReference)
    for entry in right {
      add(
        entry.kernel, entry.workspace, answerHash: entry.answerHash, deltaE00: entry.row.deltaE00)
    }
    // A reference that nobody asked for still runs, or there would be no ratio to it.
    for method in PaletteMethod.allCases {
      guard let reference = references[method],
        right.contains(where: { $0.kernel.method == method }),
        !right.contains(where: { $0.kernel.id == reference.kernel.id })
      else { continue }
      add(
        reference.kernel, reference.workspace, answerHash: PaletteText.hash(reference.answer))
    }
    recorder?.begin(recorded)
    defer { recorder?.flush() }
    return timer.run(
      contenders, seconds: secondsPerKernel * Double(contenders.count), isCancelled: isCancelled,
      onRound: { recorder?.add(round: $0, $1) }, progress: { progress($0.fraction) })
  }

  private func summary(
    of kernel: any Kernel, in timing: InterleavedTiming
  ) -> KernelResult.Timing? {
    let alpha = 1 - KernelResult.Timing.confidence
    func position(_ label: String) -> Int? {
      timing.contenders.firstIndex { $0.label == label }
    }
    guard let own = position(kernel.id), let median = timing.contenders[own].median(.wall) else {
      return nil
    }
    func ratio(to label: String) -> Double? {
      position(label).flatMap {
        timing.ratio(of: own, to: $0, clock: .wall, alpha: alpha)?.logRatio.factor
      }
    }
    let interval = timing.contenders[own].interval(.wall, alpha: alpha)?.interval
    return KernelResult.Timing(
      samples: timing.contenders[own].samples(.wall), median: median,
      interval: interval.map { $0.lower...$0.upper }, ratioToRead: ratio(to: Self.readLabel),
      ratioToReference: ratio(to: KernelCatalog.reference(for: kernel.method).id))
  }
}

extension KernelResult.Answer {
  /// The parts of a palette that results show.
  package init(_ palette: Palette) {
    self.init(
      swatches: palette.swatches.map {
        KernelResult.Color(color: $0.color, count: $0.count, population: $0.population)
      }, absence: palette.absence?.description)
  }
}
