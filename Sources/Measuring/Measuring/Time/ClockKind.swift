/// Which of a machine's clocks a time is read from.
public enum ClockKind: String, Sendable, Codable, CaseIterable {
  /// Time that passes for everyone, never adjusted: what a user waits.
  case wall
  /// Time the calling thread has spent on a processor: other programs do not add to it.
  case threadCPU
  /// Time all threads of the process have spent on processors.
  case processCPU
}
