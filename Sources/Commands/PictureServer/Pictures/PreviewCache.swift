internal import Synchronization

/// Analyses of the gallery's pictures, those asked for last, up to a number of bytes.
final class PreviewCache: Sendable {
  private struct State {
    var bytes: [Int64: [UInt8]] = [:]
    /// The pictures, the one asked for last at the end.
    var order: [Int64] = []
    var total = 0
  }

  private let mostBytes: Int
  private let state = Mutex(State())

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// What was kept of a picture.
  subscript(picture: Int64) -> [UInt8]? {
    state.withLock { state in
      guard let bytes = state.bytes[picture] else { return nil }
      state.order.removeAll { $0 == picture }
      state.order.append(picture)
      return bytes
    }
  }

  /// Keeps bytes, and forgets others for them.
  func keep(_ bytes: [UInt8], _ picture: Int64) {
    guard bytes.count <= mostBytes / 4 else { return }
    state.withLock { state in
      state.total += bytes.count - (state.bytes[picture]?.count ?? 0)
      state.bytes[picture] = bytes
      state.order.removeAll { $0 == picture }
      state.order.append(picture)
      while state.total > mostBytes, let oldest = state.order.first {
        state.order.removeFirst()
        state.total -= state.bytes.removeValue(forKey: oldest)?.count ?? 0
      }
    }
  }
}
