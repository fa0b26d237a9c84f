internal import CMeasuringShims

/// Exact instruction counts of a piece of work, while the program runs in valgrind's callgrind.
///
/// Callgrind counts whole programs, whose start and input reading never take quite the same number
/// of instructions. A program that marks the work itself gets the same count each time.
///
/// ```swift
/// // valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file=out program
/// if CallgrindRegion.isPossible {
///   CallgrindRegion.count { work() }  // and callgrind writes what it counted to out.1
/// }
/// ```
public enum CallgrindRegion {
  /// Whether this program runs in valgrind.
  public static var isPossible: Bool { ask(0x1001) > 0 }

  /// Lets callgrind count what a closure does, on all threads, and write it to its next file.
  ///
  /// The work is done twice before, so that what happens only once is not counted. Without
  /// callgrind nothing is counted and nothing is written.
  public static func count(_ work: () -> Void) {
    // If callgrind was started without counting, counting begins here; otherwise nothing changes.
    ask(callgrind + 4)
    work()
    work()
    ask(callgrind + 1)
    work()
    ask(callgrind)
  }

  /// The first of callgrind's requests, which are numbered by its initials.
  ///
  /// It writes out the counts; 1 more forgets them, 4 more begins to count.
  private static let callgrind: UInt = 0x4354_0000

  @discardableResult
  private static func ask(_ request: UInt) -> UInt { cmeasurement_valgrind_request(request) }
}
