public import Reporting

extension WorkStatus {
  /// The number that a command ends with: that of `sysexits.h` where it has one.
  public var exitNumber: Int32 {
    switch self {
    case .success: 0
    case .failure: 1
    case .slower: 2
    case .cannotTell: 3
    case .notComparable: 4
    case .wrongUsage: 64  // EX_USAGE
    case .damagedInput: 65  // EX_DATAERR
    case .missingInput: 66  // EX_NOINPUT
    case .unavailable: 69  // EX_UNAVAILABLE
    case .unwritableOutput: 73  // EX_CANTCREAT
    case .ioFailure: 74  // EX_IOERR
    case .interrupted: 130  // 128 + SIGINT, as shells report Ctrl-C
    }
  }
}
