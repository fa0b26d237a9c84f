extension KernelChoice {
  /// What was chosen, why, and what was ignored and why: sentences for people.
  public var explanation: String {
    ([opening] + restrictionSentences + ignoredSentences).joined(separator: " ")
  }

  private var candidate: KernelCandidate { KernelCandidate(kernel, threads: threads) }

  private var subject: String {
    let size = pixels == 1 ? "1 pixel" : "\(pixels) pixels"
    return "\(kernel.id) on \(threads == 1 ? "1 thread" : "\(threads) threads") for "
      + "method \(request.method.rawValue) and \(size): "
  }

  private var pixels: Int { request.pixels }

  private var opening: String {
    if request.isForced { return subject + "the caller named this kernel." }
    let planned = selection.plan(for: request)
    guard planned == candidate else { return subject + "what is fastest takes too much memory." }
    let limits = selection.basis.limits
    guard case .tuning(let tuning, let path) = limits.origin, limits.tuned(request.method) != nil
    else {
      return subject + "the default order takes it\(reach)."
    }
    let source = path.map { " ('\($0)', made \(tuning.made))" } ?? " made \(tuning.made)"
    return subject + "the tuning\(source) takes it\(reach)."
  }

  /// From which size on, or up to which.
  private var reach: String {
    if request.threads == 1 { return "" }
    guard let limit = selection.basis.limits[request.method] else { return ", whatever the size" }
    return threads > 1 ? " from \(limit) pixels up" : " under \(limit) pixels"
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
      let needed = candidate.tableBytes(request.precision)
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
    switch selection.basis.limits.origin {
    case .defaultOrder(let problem?): sentences.append("\(problem)")
    case .tuning where selection.basis.limits.tuned(request.method) == nil:
      sentences.append("The tuning says nothing about method \(request.method.rawValue).")
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
    let otherwise = basis.forced == nil ? "" : "Otherwise: "
    switch basis.limits.origin {
    case .tuning(let tuning, let path):
      let place = path.map { " in '\($0)'" } ?? ""
      sentences.append("\(otherwise)the tuning\(place), made \(tuning.made).")
    case .defaultOrder(let problem):
      sentences.append("\(otherwise)the default order on up to \(basis.threads) threads.")
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
