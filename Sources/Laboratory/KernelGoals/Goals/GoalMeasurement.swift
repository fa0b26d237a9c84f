package import HistoryReports
internal import KernelWorkloads
internal import Measuring
package import OrderedJSON
package import Reporting

/// Everything that one `lab goals` measured.
package struct GoalMeasurement {
  package let results: [GoalResult]
  package let growth: GrowthCurve?
  package let peak: PeakCheck?
  package let accuracy: AccuracyCheck?
  /// What went wrong first.
  package let failure: WorkStatus?

  /// Measures growth, accuracy and every goal, as far as nothing fails or interrupts.
  package static func run(
    _ session: inout GoalSession, threads: Int, isThorough: Bool
  ) -> GoalMeasurement {
    // Growth first: later, memory that was given back would still count as this process's.
    _ = PeakMemory.reset()
    var growth: GrowthCurve?
    var accuracy: AccuracyCheck?
    var failure = WorkStatus.success
    var line = session.progress
    let elapsed = session.elapsed
    do throws(InputFailure) {
      growth = try GrowthCurve.measure(
        GrowthCurve.sizes(isThorough: isThorough), load: session.load,
        isCancelled: session.isCancelled,
        progress: { size, fraction in
          line.update(
            label: "growth, \(Quantities.megapixels(size))", fraction: fraction, elapsed: elapsed())
        })
      accuracy = try AccuracyCheck.measure(
        images: 1000, isCancelled: session.isCancelled,
        progress: { line.update(label: "accuracy", fraction: $0, elapsed: elapsed()) })
    } catch {
      session.message("Error: \(error.message)")
      failure = error.status
    }
    session.progress = line
    let peak = PeakCheck(imageBytes: 4 * (growth?.points.last?.pixels ?? 0))
    let (results, code) = session.run(
      GoalCatalog.cases(photo: PackagedPhoto.name, threads: threads, isThorough: isThorough))
    if failure == .success { failure = code }
    return GoalMeasurement(
      results: results, growth: growth, peak: peak, accuracy: accuracy,
      failure: failure == .success ? nil : failure)
  }

  /// For people.
  package var table: String {
    GoalReport.table(results, growth: growth, peak: peak, accuracy: accuracy)
  }

  /// For programs.
  package func json(environment: RunEnvironment) -> JSONValue {
    GoalReport.json(
      results, growth: growth, peak: peak, accuracy: accuracy, environment: environment)
  }
}
