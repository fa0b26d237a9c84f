package import DominantColor

/// The result of a tuning run: every race, and the choices that follow.
package struct TuneResult {
  package let questions:
    [(question: TunedQuestion, candidates: [KernelCandidate], races: [RaceOutcome])]
  /// The numbers of threads allowed that are distinguished.
  package let threadCounts: [Int]

  /// What was decided for one size.
  package struct Decision {
    package let pixels: Int
    package let races: [RaceOutcome]
    package let verdict: SizeVerdict
  }

  /// The decisions for each size that was raced, smallest first.
  package static func verdicts(
    _ question: TunedQuestion, _ races: [RaceOutcome], _ content: ImageContent, threads: Int
  ) -> [Decision] {
    let races = races.filter { TunePlan.content(of: $0.image) == content }
    return Dictionary(grouping: races, by: \.pixels).sorted { $0.key < $1.key }.compactMap {
      pixels, races in
      let usual = KernelSelection.defaultOrder.choice(
        for: question.method, pixels: pixels, precision: question.precision, content: content,
        threads: threads)
      let fallback = KernelCandidate(usual.kernel, threads: usual.threads)
      return SizeVerdict(races: races, threads: threads, fallback: fallback).map {
        Decision(pixels: pixels, races: races, verdict: $0)
      }
    }
  }

  /// Kernels that answered wrongly, each once, with an image on which they did.
  package var wrong: [(kernel: String, method: PaletteMethod, image: String)] {
    var found: [(kernel: String, method: PaletteMethod, image: String)] = []
    for (question, _, races) in questions {
      for race in races {
        for candidate in race.wrong
        where !found.contains(where: { $0.kernel == candidate.kernel.id }) {
          found.append((candidate.kernel.id, question.method, race.image))
        }
      }
    }
    return found
  }

  /// The choices of the tuning file: for each question, content and number of threads, one for each
  /// change.
  ///
  /// The border between two sizes with different winners lies at their geometric middle.
  package var choices: [Tuning.Choice] {
    questions.flatMap { question, candidates, races in
      let rows = ImageContent.allCases.flatMap { content in threadCounts.map { (content, $0) } }
      return rows.flatMap { content, threads -> [Tuning.Choice] in
        func choice(
          from pixels: Int, _ candidate: KernelCandidate, _ evidence: Tuning.Evidence?
        ) -> Tuning.Choice {
          Tuning.Choice(
            method: question.method, precision: question.precision, content: content,
            threads: threads,
            fromPixels: pixels, kernel: candidate.kernel.id, kernelThreads: candidate.threads,
            evidence: evidence)
        }
        guard candidates.count > 1 else {
          return candidates.map { choice(from: 0, $0, nil) }
        }
        var choices: [Tuning.Choice] = []
        var last: (pixels: Int, candidate: KernelCandidate)?
        for decision in Self.verdicts(question, races, content, threads: threads) {
          let winner = decision.verdict.choice
          if let last, last.candidate != winner {
            // Times are lines in pixels over sizes that grow by factors: the middle of the
            // logarithms.
            let border = (Double(last.pixels) * Double(decision.pixels)).squareRoot()
            choices.append(choice(from: Int(border), winner, decision.verdict.evidence))
          } else if last == nil {
            choices.append(choice(from: 0, winner, decision.verdict.evidence))
          }
          last = (decision.pixels, winner)
        }
        return choices
      }
    }
  }
}
