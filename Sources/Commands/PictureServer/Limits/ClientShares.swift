internal import Synchronization

/// Lets each client do only so many things at the same time.
final class ClientShares: Sendable {
  private let most: Int
  private let counts = Mutex<[String: Int]>([:])

  init(most: Int) { self.most = most }

  /// Does work, unless the client has too much in work already.
  ///
  /// - Throws: ``RequestFailure`` where it has, and what the work throws.
  func run<Value: Sendable>(
    _ client: String, _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    let isIn = counts.withLock { counts in
      guard counts[client, default: 0] < most else { return false }
      counts[client, default: 0] += 1
      return true
    }
    guard isIn else {
      throw RequestFailure(
        503, "Other files of yours are still arriving. Wait until they are here.", retryAfter: 2)
    }
    defer {
      counts.withLock { counts in
        let left = counts[client, default: 1] - 1
        counts[client] = left > 0 ? left : nil
      }
    }
    return try await work()
  }
}
