internal import Foundation
internal import Synchronization

/// Gives a sign for a job while its work is done, from a thread and a connection of its own.
package final class Heartbeat: Sendable {
  private let isOver = Mutex(false)

  /// Begins to give signs.
  ///
  /// A sign that cannot be given is tried again: the server may be back in time.
  ///
  /// - Parameters:
  ///   - claimed: The job.
  ///   - address: The server.
  ///   - interval: How often, in seconds.
  ///   - onLoss: Called once from the other thread when the job was taken back.
  package init(
    of claimed: ClaimedJob, on address: FleetAddress,
    interval: Double = FleetStore.workerPatience / 6, onLoss: @escaping @Sendable () -> Void
  ) {
    Thread.detachNewThread { [weak self] in
      var store: FleetStore?
      while true {
        Thread.sleep(forTimeInterval: interval)
        guard let self, !self.isOver.withLock({ $0 }) else { return }
        do throws(FleetError) {
          let current = if let store { store } else { try FleetStore(address) }
          store = current
          guard try current.beat(claimed) else { return onLoss() }
        } catch {
          store = nil
        }
      }
    }
  }

  /// Ends the signs.
  package func stop() { isOver.withLock { $0 = true } }
}
