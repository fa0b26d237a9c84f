internal import Synchronization

/// Which connections may be open: so many together, and so many of each client.
///
/// Where there are too many, one that waits for a request makes room, so that idle
/// connections keep no client out. Without such a one the new connection is refused.
package final class ConnectionPlaces: Sendable {
  private struct Connection {
    let client: String
    let close: @Sendable () -> Void
    /// When it began to wait for a request; `nil` while one is answered.
    var waitingSince: Int?
  }

  private struct State {
    var connections: [Int: Connection] = [:]
    var counts: [String: Int] = [:]
    var clock = 0
  }

  private let most: Int
  private let mostOfClient: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - most: connections together.
  ///   - mostOfClient: connections of each client.
  package init(most: Int, mostOfClient: Int) {
    (self.most, self.mostOfClient) = (most, mostOfClient)
  }

  /// How many connections are open.
  package var count: Int { state.withLock { $0.connections.count } }

  /// Takes a new connection, which waits for its first request.
  ///
  /// - Parameters:
  ///   - client: the client it counts to; `nil` for none, as of a proxy.
  ///   - close: closes it, from any thread.
  /// - Returns: its number; `nil` where there is no room.
  package func enter(client: String?, close: @escaping @Sendable () -> Void) -> Int? {
    let (number, victim) = state.withLock { state -> (Int?, (@Sendable () -> Void)?) in
      let client = client ?? ""
      var victim: Int?
      if !client.isEmpty, state.counts[client, default: 0] >= mostOfClient {
        victim = Self.waitingLongest(state) { $0.client == client }
        guard victim != nil else { return (nil, nil) }
      } else if state.connections.count >= most {
        // Who has most gives first.
        let largest = state.counts.values.max() ?? 0
        victim =
          Self.waitingLongest(state) { state.counts[$0.client, default: 0] == largest }
          ?? Self.waitingLongest(state) { _ in true }
        guard victim != nil else { return (nil, nil) }
      }
      let end = victim.flatMap { Self.remove($0, &state) }
      state.clock += 1
      let number = state.clock
      state.connections[number] = Connection(
        client: client, close: close, waitingSince: state.clock)
      state.counts[client, default: 0] += 1
      return (number, end)
    }
    // Outside of the lock: closing may call `leave` on this thread, and a `Mutex` does not
    // admit its own thread twice.
    victim?()
    return number
  }

  /// A request has begun to arrive.
  package func begin(_ number: Int) {
    state.withLock { $0.connections[number]?.waitingSince = nil }
  }

  /// Its answer is whole; the connection waits for another.
  package func wait(_ number: Int) {
    state.withLock { state in
      state.clock += 1
      state.connections[number]?.waitingSince = state.clock
    }
  }

  /// The connection is closed.
  package func leave(_ number: Int) { state.withLock { _ = Self.remove(number, &$0) } }

  private static func waitingLongest(
    _ state: State, _ isMeant: (Connection) -> Bool
  ) -> Int? {
    state.connections.filter { $0.value.waitingSince != nil && isMeant($0.value) }
      .min { ($0.value.waitingSince ?? 0) < ($1.value.waitingSince ?? 0) }?.key
  }

  private static func remove(_ number: Int, _ state: inout State) -> (@Sendable () -> Void)? {
    guard let connection = state.connections.removeValue(forKey: number) else { return nil }
    let left = state.counts[connection.client, default: 1] - 1
    state.counts[connection.client] = left > 0 ? left : nil
    return connection.close
  }
}
