#if !hasFeature(Embedded)
  internal import Dispatch
#endif

/// Shares bands of work out over threads: the one place where the project starts threads for
/// pixels.
package enum BandScheduler {
  /// Pixels under which starting threads costs more than it saves: 2¹⁸.
  package static let smallestConcurrentView = 1 << 18

  /// The threads, 1 to `threads`, that are worth starting for so many pixels.
  package static func workers(for pixels: Int, threads: Int) -> Int {
    max(min(threads, pixels / (smallestConcurrentView / 2)), 1)
  }

  /// Works through bands and returns when all are done.
  ///
  /// Each worker takes the next band when it is done with one, so that a slow core or a difficult
  /// part of the picture delays no other worker.
  ///
  /// - Parameters:
  ///   - bands: how many there are.
  ///   - workers: threads, 1 or more; with one, everything runs on the calling thread.
  ///   - work: called with the number of the worker, under `workers`, and of the band. Each worker's
  ///     number is used by one thread at a time.
  package static func run(
    bands: Int, workers: Int, _ work: @Sendable (_ worker: Int, _ band: Int) -> Void
  ) {
    guard workers > 1, bands > 1 else {
      for band in 0..<bands { work(0, band) }
      return
    }
    #if hasFeature(Embedded)
      // Without a system there are no threads: the workers take turns.
      for band in 0..<bands { work(band % workers, band) }
    #else
      withoutActuallyEscaping(work) { work in
        let job = BandJob(bands: bands, work)
        #if canImport(Glibc)
          HelperThread.work(on: job, workers: min(workers, bands))
        #else
          DispatchQueue.concurrentPerform(iterations: min(workers, bands)) { job.work(as: $0) }
          job.end()
        #endif
      }
    #endif
  }
}
