internal import BenchmarkHarness
internal import Measuring

/// A benchmark of a framework as a side of a session; each epoch is a run of its program.
final class SamplingWorker: MeasuredWorker {
  private let sample: () throws(WorkerFailure) -> FrameworkSample

  /// Iterations that an epoch is said to have: times of parts of a nanosecond keep their digits.
  private static let iterations = 1_000_000

  /// Makes a worker that measures by running a program once.
  init(_ sample: @escaping () throws(WorkerFailure) -> FrameworkSample) {
    self.sample = sample
  }

  /// Programs of frameworks are not pinned: answers false.
  func pin(toCore core: Int) throws(WorkerFailure) -> Bool { false }

  /// Frameworks do not report results: the answers of all benchmarks are equal.
  func prepare() throws(WorkerFailure) -> String { "" }

  func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    let sample = try sample()
    func nanoseconds(_ seconds: Double) -> UInt64 {
      UInt64(min(max(seconds * 1e9 * Double(Self.iterations), 0), 1e18))
    }
    let processor = nanoseconds(sample.processor)
    return Epoch(
      iterations: Self.iterations, wall: nanoseconds(sample.wall), threadCPU: processor,
      processCPU: processor)
  }

  func quit() {}
}
