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
    _ session: GoalSession, threads: Int, isThorough: Bool
  ) -> GoalMeasurement {
    // Growth first: later, memory that was given back would still count as this process's.
    _ = PeakMemory.reset()
    var growth: GrowthCurve?
    var accuracy: AccuracyCheck?
    var failure = WorkStatus.success
    let context = session.context
    do throws(InputFailure) {
      growth = try GrowthCurve.measure(
        GrowthCurve.sizes(isThorough: isThorough), load: session.load,
        isCancelled: context.isCancelled,
        progress: { context.show("growth, \(Quantities.megapixels($0))", $1) })
      accuracy = try AccuracyCheck.measure(
        images: 1000, isCancelled: context.isCancelled,
        progress: { context.show("accuracy", $0) })
    } catch {
      context.message(.error(error.message))
      failure = error.status
    }
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
