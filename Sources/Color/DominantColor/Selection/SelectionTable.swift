/// Every choice worked out beforehand, so that choosing is looking up: by question, by the threads
/// allowed, by the image's size.
final class SelectionTable: Sendable {
  /// Choices for callers that allow so many threads.
  struct Row: Sendable {
    let threads: Int
    let bands: SizeBands
    /// Whose evidence is what, band by band; empty for the default order.
    let evidence: [Tuning.Evidence?]
  }

  /// Where the choices come from.
  enum Origin: Sendable {
    /// The default order, and why no tuning is used, if one was looked for.
    case defaultOrder(TuningProblem?)
    /// A tuning, and the path of its file if it is in one.
    case tuning(Tuning, path: String?)
  }

  let origin: Origin
  /// The threads that a caller who says nothing allows.
  let threads: Int
  private let rows: [[Row]]
  /// The same, a list a question: what choosing looks at.
  private let flat: [[FlatBand]]

  /// The default order for callers that allow up to `threads`.
  convenience init(problem: TuningProblem?, threads: Int) {
    self.init(origin: .defaultOrder(problem), threads: threads, tuning: nil)
  }

  /// A tuning's choices, and the default order for what it says nothing about.
  convenience init(tuning: Tuning, path: String?, threads: Int) {
    self.init(origin: .tuning(tuning, path: path), threads: threads, tuning: tuning)
  }

  private init(origin: Origin, threads: Int, tuning: Tuning?) {
    self.origin = origin
    self.threads = max(threads, 1)
    rows = Question.allCases.flatMap { question in
      ImageContent.allCases.map { content in
        // Lists in the order of `place`: a question's contents one after the other.
        let tuned = tuning.map { Self.rows(of: $0, question, standingFor: content) } ?? []
        return tuned.isEmpty
          ? Self.defaultRows(question, content, threads: max(threads, 1)) : tuned
      }
    }
    flat = rows.map { rows in
      rows.flatMap { row in
        row.bands.candidates.indices.map { band in
          // The first band also takes what is smaller.
          FlatBand(
            threads: row.threads, fromPixels: band == 0 ? .min : row.bands.start(of: band),
            candidate: row.bands.candidates[band])
        }
      }
    }
  }

  /// The row for a question and the threads allowed: the one for most threads that are allowed.
  ///
  /// - Complexity: O(rows), one for each number of threads told apart; allocates nothing.
  func row(_ question: Question, _ content: ImageContent, threads: Int) -> Row {
    let rows = rows[Self.place(question, content)]
    var index = rows.count - 1
    while index > 0, rows[index].threads > threads { index -= 1 }
    return rows[index]
  }

  /// The candidate for a question, the threads allowed and a pixel count.
  ///
  /// - Complexity: O(rows + bands), a handful; allocates nothing.
  func candidate(
    _ question: Question, _ content: ImageContent, threads: Int, pixels: Int
  ) -> KernelCandidate {
    let flat = flat[Self.place(question, content)]
    var index = flat.count - 1
    // Rows by rising threads, and within a row bands by rising pixels: from the end, the first
    // that fits is it, and the very first band takes what nothing fits.
    while index > 0, flat[index].threads > threads || flat[index].fromPixels > pixels {
      index -= 1
    }
    return flat[index].candidate
  }

  /// Where the rows of a question and content are.
  private static func place(_ question: Question, _ content: ImageContent) -> Int {
    let position =
      switch content {
      case .busy: 0
      case .plain: 1
      case .transparent: 2
      }
    return ImageContent.allCases.count * question.rawValue + position
  }

  /// A band with its row's threads.
  private struct FlatBand {
    let threads: Int
    let fromPixels: Int
    let candidate: KernelCandidate
  }

  /// Whether a tuning says something about a question.
  func isTuned(_ question: Question) -> Bool {
    !rows[Self.place(question, .busy)][0].evidence.isEmpty
  }

  private static func defaultRows(
    _ question: Question, _ content: ImageContent, threads: Int
  ) -> [Row] {
    ([1] + KernelCandidate.threadCounts(upTo: threads)).sorted().map {
      Row(threads: $0, bands: DefaultOrder.bands(question, content, threads: $0), evidence: [])
    }
  }

  /// The rows for a content; those of busy images for transparent ones where there are none.
  ///
  /// Tunings from before transparent images were told apart counted them among the busy ones.
  private static func rows(
    of tuning: Tuning, _ question: Question, standingFor content: ImageContent
  ) -> [Row] {
    let own = rows(of: tuning, question, content)
    return own.isEmpty && content == .transparent ? rows(of: tuning, question, .busy) : own
  }

  private static func rows(
    of tuning: Tuning, _ question: Question, _ content: ImageContent
  ) -> [Row] {
    var byThreads: [Int: [Tuning.Choice]] = [:]
    for choice in tuning.choices
    where Question(choice.method, choice.precision) == question && choice.content == content {
      byThreads[choice.threads, default: []].append(choice)
    }
    // A caller who allows one thread must get a choice of one.
    if !byThreads.isEmpty, byThreads[1] == nil { return [] }
    return byThreads.sorted { $0.key < $1.key }.compactMap { threads, choices in
      let known = choices.sorted { $0.fromPixels < $1.fromPixels }.compactMap { choice in
        KernelCatalog.kernel(named: choice.kernel).map {
          (choice, KernelCandidate($0, threads: min(choice.kernelThreads, threads)))
        }
      }
      // Of several choices from the same size the last one counts, as in the bands.
      var evidence: [(pixels: Int, Tuning.Evidence?)] = []
      for (choice, _) in known {
        if evidence.last?.pixels == choice.fromPixels { evidence.removeLast() }
        evidence.append((choice.fromPixels, choice.evidence))
      }
      guard !known.isEmpty else { return nil }
      return Row(
        threads: threads, bands: SizeBands(known.map { ($0.0.fromPixels, $0.1) }),
        evidence: evidence.map(\.1))
    }
  }
}
