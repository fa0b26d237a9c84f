internal import ArgumentParser
internal import CommandText
internal import Measuring

/// One `bench compare`: case after case is checked, measured and written out.
///
/// A case that fails is told and the rest goes on.
struct ComparisonRun {
  let cases: [ComparisonCase]
  let format: any ComparisonFormat
  let environment: RunEnvironment
  /// Writes results.
  let output: (String) -> Void
  /// Writes a line for people.
  let message: (String) -> Void
  let isCancelled: () -> Bool
  var progress: ProgressLine
  /// Seconds since the run was made.
  let elapsed: () -> Double
  /// Failures already told.
  var reported: Set<String> = []

  /// Runs all cases.
  ///
  /// - Returns: what is worst: a failure, then not comparable, then slower, then cannot tell.
  mutating func run() -> ExitCode {
    var codes: [ExitCode] = []
    var results: [ComparisonResult] = []
    output(format.opening(environment))
    for (index, item) in cases.enumerated() {
      if isCancelled() { break }
      do {
        let result = try run(item, place: Double(index))
        results.append(result)
        progress.clear()
        output(format.section(result))
        codes.append(report(result))
      } catch {
        progress.clear()
        // What is wrong with a build is wrong with each of its kernels: said once.
        if reported.insert(error.message).inserted {
          message("Error: \(item.title): \(error.message)")
        }
        codes.append(error.exitCode)
      }
    }
    progress.clear()
    output(format.closing(results, environment))
    guard isCancelled() else { return Self.worst(of: codes) }
    message("Interrupted: what was measured of \(results.count) of \(cases.count) cases is kept.")
    return .interrupted
  }

  /// The code that matters most.
  static func worst(of codes: [ExitCode]) -> ExitCode {
    let order: [ExitCode] = [.wrongAnswer, .notComparable, .slower, .cannotTell]
    return order.first(where: codes.contains) ?? .success
  }

  private mutating func run(
    _ item: ComparisonCase, place: Double
  ) throws(ComparisonFailure) -> ComparisonResult {
    update("checking \(item.title)", place, 0)
    try item.check()
    let session = item.measure(isCancelled) { step in
      let done = Double(step.launches) / Double(max(step.nextLook, 1))
      update(
        "\(item.title): launch \(step.launches) of \(step.nextLook)", place, done)
    }
    let instructions = isCancelled() ? nil : item.count?()
    return ComparisonResult(
      base: item.base, candidate: item.candidate, subject: item.subject, session: session,
      instructions: instructions)
  }

  private mutating func update(_ label: String, _ place: Double, _ done: Double) {
    progress.update(
      label: label, fraction: (place + done) / Double(cases.count), elapsed: elapsed())
  }

  /// Says what was wrong with a session, and which code that gives.
  private func report(_ result: ComparisonResult) -> ExitCode {
    let session = result.session
    let kept = "\(session.pairCount) pairs by then are kept"
    switch session.end {
    case .failed(let side, let failure):
      let name = side == .base ? result.base : result.candidate
      message("Error: \(name): \(failure); \(kept).")
      return .wrongAnswer
    case .answersDiffer(let base, let candidate):
      message(
        "Error: the answers differ, so there is nothing to compare: '\(result.base)' says "
          + "'\(base)', '\(result.candidate)' says '\(candidate)'.")
      return .notComparable
    case .unmeasurable(let clock):
      message(
        "Error: the \(clock.title) clock stood still: the work is too short for it. Try --clock "
          + "wall.")
      return .cannotTell
    case .cancelled: return .success
    case .decided: break
    }
    warn(session)
    return switch session.verdict {
    case .slower: .slower
    case .faster, .same: .success
    case .cannotTell: .cannotTell
    }
  }

  private func warn(_ session: SessionResult) {
    let epochs = session.launches.flatMap { $0.pairs.flatMap(\.base) }
    for warning in NoiseWarning.warnings(epochs, clock: session.clock) {
      message("Warning: \(warning).")
    }
  }
}

extension ClockKind {
  /// The clock's name for people.
  var title: String {
    switch self {
    case .wall: "wall"
    case .threadCPU, .processCPU: "CPU"
    }
  }
}
