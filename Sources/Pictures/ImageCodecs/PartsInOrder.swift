internal import Dispatch
internal import Synchronization

/// Makes the parts of a file on several threads.
///
/// - Parameters:
///   - count: how many parts there are.
///   - threads: how many threads may work on them.
///   - make: makes the part of an index; called once for each, on any thread, in any order.
/// - Returns: the parts in order.
/// - Throws: an error of a part that could not be made; others may then be left out.
func makePartsInOrder<Part: Sendable>(
  _ count: Int, threads: Int,
  _ make: @Sendable (_ index: Int) throws(ImageCodecError) -> Part
) throws(ImageCodecError) -> [Part] {
  let made = Mutex<(parts: [Part?], problem: ImageCodecError?)>(
    (Array(repeating: nil, count: count), nil))
  let next = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: min(max(threads, 1), count)) { _ in
    while true {
      // Relaxed: the number alone is shared here, and parts are handed over under the lock.
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      do throws(ImageCodecError) {
        let part = try make(index)
        made.withLock { $0.parts[index] = part }
      } catch {
        made.withLock { $0.problem = error }
        return
      }
    }
  }
  let (parts, problem) = made.withLock { $0 }
  if let problem { throw problem }
  return parts.compactMap { $0 }
}
