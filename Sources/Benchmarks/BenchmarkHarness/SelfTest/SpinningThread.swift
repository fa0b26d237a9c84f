internal import Dispatch

/// A thread that keeps a core and its caches busy until the process ends: a noisy neighbour.
package enum SpinningThread {
  /// Starts one; it may run where the calling thread may.
  package static func start() {
    DispatchQueue.global(qos: .userInitiated).async { spin() }
  }

  /// Walks through two megabytes again and again: a neighbour that shares caches, not only a core.
  private static func spin() {
    var numbers = [UInt64](repeating: 1, count: 1 << 18)
    var index = 0
    while true {
      numbers[index] &+= numbers[(index &+ 4097) & (numbers.count - 1)]
      index = (index &+ 8) & (numbers.count - 1)
    }
  }
}
