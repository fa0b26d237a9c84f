internal import Files
internal import Synchronization

/// Analyses of the gallery's files, those asked for last, up to a number of bytes.
///
/// A file that has changed is another one.
final class PreviewCache: Sendable {
  private struct State {
    var bytes: [FolderWalk.Entry: [UInt8]] = [:]
    /// The files, the one asked for last at the end.
    var order: [FolderWalk.Entry] = []
    var total = 0
  }

  private let mostBytes: Int
  private let state = Mutex(State())

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// What was kept of a file.
  subscript(file: FolderWalk.Entry) -> [UInt8]? {
    state.withLock { state in
      guard let bytes = state.bytes[file] else { return nil }
      state.order.removeAll { $0 == file }
      state.order.append(file)
      return bytes
    }
  }

  /// Keeps bytes, and forgets others for them.
  func keep(_ bytes: [UInt8], _ file: FolderWalk.Entry) {
    // One that large would drive out most others.
    guard bytes.count <= mostBytes / 4 else { return }
    state.withLock { state in
      state.total += bytes.count - (state.bytes[file]?.count ?? 0)
      state.bytes[file] = bytes
      state.order.removeAll { $0 == file }
      state.order.append(file)
      while state.total > mostBytes, let oldest = state.order.first {
        state.order.removeFirst()
        state.total -= state.bytes.removeValue(forKey: oldest)?.count ?? 0
      }
    }
  }
}
