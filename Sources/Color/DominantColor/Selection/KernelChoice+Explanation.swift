extension KernelChoice {
  /// What was chosen, why, and what was ignored and why: sentences for people.
  public var explanation: String {
    ([opening] + restrictionSentences + ignoredSentences).joined(separator: " ")
  }

  private var candidate: KernelCandidate { KernelCandidate(kernel, threads: threads) }

  private var subject: String {
    let size = pixels == 1 ? "1 pixel" : "\(pixels) pixels"
    let kind =
      switch request.content {
      case .busy: ""
      case .plain: " of few colours"
      case .transparent: ", some of them transparent"
      }
    return "\(kernel.id) on \(threads == 1 ? "1 thread" : "\(threads) threads") for "
      + "\(question.text) and \(size)\(kind): "
  }

  private var question: Question { request.question }
  private var pixels: Int { request.pixels }

  private var opening: String {
    if request.isForced { return subject + "the caller named this kernel." }
    let expected = selection.candidate(for: request)
    guard expected == candidate else {
      return subject + "it won on the caller's own images of this size."
    }
    let planned = selection.plan(for: request)
    guard planned == candidate else { return subject + "what is fastest takes too much memory." }
    let row = selection.basis.table.row(question, request.content, threads: request.threads)
    let band = row.bands.index(pixels: pixels)
    let start = row.bands.start(of: band)
    let from = start > 0 ? " from \(start) pixels up" : ""
    guard case .tuning(let tuning, let path) = selection.basis.table.origin, !row.evidence.isEmpty
    else {
      return subject + "the default order takes it\(from)."
    }
    let source = path.map { " ('\($0)', made \(tuning.made))" } ?? " made \(tuning.made)"
    return subject + "the tuning\(source) takes it\(from)\(Self.words(row.evidence[band]))."
  }

  private static func words(_ evidence: Tuning.Evidence?) -> String {
    guard let evidence else { return ", where there was nothing to race" }
    if evidence.isTie {
      return ", a tie with \(evidence.runnerUp) in which the one with fewer threads is taken"
    }
    let percent = Int(((evidence.ratio - 1) * 100).rounded())
    // The choice is the least bad over all kinds of image, so it may lose on one.
    let words = percent >= 0 ? "\(percent) % longer" : "\(-percent) % less"
    return "; \(evidence.runnerUp), which came closest, took \(words) on \(evidence.image)"
  }

  private var restrictionSentences: [String] {
    let restrictions = selection.restrictions
    var sentences: [String] = []
    if let threads = restrictions.maximumThreads {
      sentences.append("Threads are restricted to \(threads).")
    }
    if pixels < restrictions.minimumConcurrentPixels {
      sentences.append(
        "Images under \(restrictions.minimumConcurrentPixels) pixels are restricted to the calling "
          + "thread.")
    }
    if let limit = restrictions.maximumTableBytes {
      let needed = candidate.tableBytes(question.precision)
      sentences.append(
        needed <= limit
          ? "Tables are restricted to \(limit) bytes; it counts into \(needed)."
          : "Tables are restricted to \(limit) bytes, which nothing keeps to; "
            + (request.isForced ? "it" : "the smallest") + " counts into \(needed).")
    }
    return sentences
  }

  private var ignoredSentences: [String] {
    var sentences: [String] = []
    if let problem = selection.problem { sentences.append("Ignored: \(problem)") }
    if let forced = selection.basis.forced, !request.isForced {
      sentences.append(
        "Ignored: kernel '\(forced.id)' answers method \(forced.method.rawValue) only.")
    }
    if request.isForced { return sentences }
    switch selection.basis.table.origin {
    case .defaultOrder(let problem?): sentences.append("\(problem)")
    case .tuning where !selection.basis.table.isTuned(question):
      sentences.append("The tuning says nothing about \(question.text).")
    case .defaultOrder(nil), .tuning: break
    }
    return sentences
  }
}

extension KernelSelection {
  /// How this selection chooses, and what it ignores: sentences for people.
  ///
  /// For one image, ask ``KernelChoice/explanation``.
  public var explanation: String {
    var sentences: [String] = []
    if let forced = basis.forced {
      sentences.append("Kernel '\(forced.id)' for method \(forced.method.rawValue).")
    }
    if let problem { sentences.append("Ignored: \(problem)") }
    if basis.learner != nil { sentences.append("Kernels are raced on the caller's own images.") }
    let otherwise = basis.forced == nil ? "" : "Otherwise: "
    switch basis.table.origin {
    case .tuning(let tuning, let path):
      let place = path.map { " in '\($0)'" } ?? ""
      sentences.append("\(otherwise)the tuning\(place), made \(tuning.made).")
    case .defaultOrder(let problem):
      sentences.append("\(otherwise)the default order on up to \(basis.table.threads) threads.")
      if let problem { sentences.append("\(problem)") }
    }
    if let threads = restrictions.maximumThreads {
      sentences.append("At most \(threads) threads.")
    }
    if restrictions.minimumConcurrentPixels > 0 {
      sentences.append(
        "One thread under \(restrictions.minimumConcurrentPixels) pixels.")
    }
    if let bytes = restrictions.maximumTableBytes {
      sentences.append("At most \(bytes) bytes of tables.")
    }
    return sentences.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
