/// What ``DecodingLimits/seconds`` are measured by.
package enum DecodingClock: Hashable, Sendable {
  /// The processor time of the threads that read.
  case processorTime
  /// A clock for tests, which advances by so many seconds whenever it is read.
  case stepping(seconds: Double)
}
