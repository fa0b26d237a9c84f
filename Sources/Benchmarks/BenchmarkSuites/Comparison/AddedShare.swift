internal import BenchmarkBuilds
package import BenchmarkHarness
package import Measuring
internal import Reporting

/// A share of work that one side of a self-test does on top.
///
/// Into the programs of commands that are linked again it is linked, and calibrated once for each
/// benchmark; all others repeat their work more often than they are asked to.
package final class AddedShare {
  /// The share: 0.01 is one percent.
  let fraction: Double
  private let folder: String
  private let note: (String) -> Void
  private lazy var objects: [String] = make()
  private var steps: [String: Int] = [:]

  /// - Parameters:
  ///   - fraction: the share.
  ///   - folder: where the object file for programs of commands goes.
  ///   - note: called with why there is none.
  package init(_ fraction: Double, in folder: String, note: @escaping (String) -> Void) {
    self.fraction = fraction
    self.folder = folder
    self.note = note
  }

  private func make() -> [String] {
    do throws(HarnessFailure) {
      return [try AddedWorkObject.make(in: folder)]
    } catch {
      note("\(error.message) Until then commands repeat their work, which takes long.")
      return []
    }
  }

  /// What is linked into the programs of a benchmark.
  func objects(for benchmark: SuiteBenchmark) -> [String] {
    if case .command = benchmark.work { objects } else { [] }
  }

  /// Whether the work is in a benchmark's program, whose layouts are taken into account so.
  func isLinked(into benchmark: SuiteBenchmark, _ policy: LayoutPolicy?) -> Bool {
    guard !objects(for: benchmark).isEmpty else { return false }
    switch policy {
    case .drawn?: return true
    case .placed(let programs)?: return !programs.isRebuilt
    case .fixed?, .equal?, nil: return false
    }
  }

  /// Finds how many steps the share is, once for each benchmark.
  package func calibrate(
    _ benchmark: SuiteBenchmark, run: AddedSteps.Run
  ) throws(WorkerFailure) {
    guard steps[benchmark.name] == nil else { return }
    steps[benchmark.name] = try AddedSteps.find(
      share: fraction, limit: AddedWorkObject.mostSteps, run: run)
  }

  /// The steps of a side.
  package func steps(of benchmark: SuiteBenchmark, _ side: Side) -> Int {
    side == .candidate ? steps[benchmark.name] ?? 0 : 0
  }
}
