package import DominantColor
package import Measuring
package import Pixels

/// All candidates for a method on one image: each answers and is checked against the reference;
/// those that are right and not eliminated are timed in turns.
package struct CandidateRace {
  package let method: PaletteMethod
  package let candidates: [KernelCandidate]
  package let seconds: Double
  package let timer: any ContenderTimer
  /// For the first look, which decides which candidates are eliminated.
  package let time: any TimeSource
  /// What kernels of vectors use.
  package var instructionSet = InstructionSet.best

  /// A candidate that takes so many times as long as one with no more threads is not timed.
  package static let hopeless = 3.0

  /// Runs the race.
  ///
  /// - Parameters:
  ///   - view: what every candidate answers for.
  ///   - image: its name.
  ///   - kept: a candidate that is timed even if the first look would eliminate it.
  ///   - isCancelled: asked between epochs; when it answers true, there is no result.
  /// - Returns: `nil` when it was cancelled.
  package func run(
    on view: PixelView, image: String, keeping kept: KernelCandidate? = nil,
    isCancelled: () -> Bool
  ) -> RaceOutcome? {
    let reference = KernelCandidate(KernelCatalog.reference(for: method))
    let start = time.nanoseconds(.wall)
    let expected = answer(reference, view, Workspace(instructionSet: instructionSet))
    let referenceTime = time.nanoseconds(.wall) - start
    // One for all, as the library gives a used one to a call with any number of threads. With
    // memory of their own, equal code of two candidates differed by up to a fifth.
    let workspace = Workspace(instructionSet: instructionSet)
    var right: [(candidate: KernelCandidate, first: UInt64)] = []
    var wrong: [KernelCandidate] = []
    for candidate in candidates {
      if isCancelled() { return nil }
      if candidate == reference && referenceTime > 20_000_000 {
        // It has answered already, and a second scalar pass over a large image takes long.
        right.append((candidate, referenceTime))
      } else if answer(candidate, view, workspace) != expected {
        wrong.append(candidate)
      } else {
        right.append((candidate, firstLook(candidate, view, workspace)))
      }
    }
    // Only beside one with no more threads: more threads at three times the speed are no
    // reason to leave out fewer, which a caller may allow alone.
    let timed = right.filter { entry in
      entry.candidate == kept
        || !right.contains { other in
          other.candidate.threads <= entry.candidate.threads
            && Double(entry.first) > Self.hopeless * Double(other.first)
        }
    }
    let contenders = timed.map { entry in
      Contender(entry.candidate.name) { answer(entry.candidate, view, workspace) }
    }
    let timing = timer.run(
      contenders, seconds: seconds, isCancelled: isCancelled, progress: { _ in })
    guard !timing.wasCancelled, !isCancelled() else { return nil }
    return RaceOutcome(
      image: image, width: view.width, height: view.height, candidates: timed.map(\.candidate),
      wrong: wrong,
      hopeless: right.map(\.candidate).filter { one in !timed.contains { $0.candidate == one } },
      timing: timing)
  }

  private func answer(
    _ candidate: KernelCandidate, _ view: PixelView, _ workspace: Workspace
  ) -> Palette {
    workspace.threads = candidate.threads
    return candidate.kernel.palette(of: view, options: PaletteOptions(), workspace: workspace)
  }

  /// A call on warm memory, in nanoseconds; the shorter of two where that costs little.
  private func firstLook(
    _ candidate: KernelCandidate, _ view: PixelView, _ workspace: Workspace
  ) -> UInt64 {
    var shortest = UInt64.max
    // A first call of under a millisecond was hardly disturbed; a second one of over 20 ms
    // would cost more than it tells.
    for _ in 0..<2 where shortest > 1_000_000 {
      let start = time.nanoseconds(.wall)
      blackHole(answer(candidate, view, workspace))
      shortest = min(shortest, time.nanoseconds(.wall) - start)
      if shortest > 20_000_000 { break }
    }
    return shortest
  }
}
