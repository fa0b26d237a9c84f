/// A labelled piece of work to be timed.
///
/// ```swift
/// let sorted = Contender("sort") { numbers.sorted() }
/// ```
public struct Contender {
  /// The name results are reported under.
  public let label: String

  /// Does the work a number of times.
  public let repeatWork: (_ iterations: Int) -> Void

  /// Makes a contender of a closure that does the work once.
  ///
  /// The loop is compiled into the caller's module, around the closure's specialised body, so that
  /// an empty closure costs a nanosecond or two. What the closure returns goes to a black hole.
  ///
  /// - Parameters:
  ///   - label: The name results are reported under.
  ///   - work: One call of the work; it should return what it computed.
  @inlinable
  @inline(__always)
  public init<Value>(_ label: String, work: @escaping () -> Value) {
    self.label = label
    repeatWork = { iterations in
      var left = iterations
      while left > 0 {
        blackHole(work())
        left -= 1
      }
    }
  }

  /// Makes a contender of a closure that repeats its work itself.
  public init(_ label: String, repeating: @escaping (_ iterations: Int) -> Void) {
    self.label = label
    repeatWork = repeating
  }
}
