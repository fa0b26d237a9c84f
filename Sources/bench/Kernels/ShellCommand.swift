#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A command line for the system's shell, in which every word stands for itself.
struct ShellCommand {
  /// How a command ended.
  struct Outcome: Equatable {
    let isSuccess: Bool
    /// Without line ends at its end.
    let output: String
  }

  private let line: String

  /// Makes a command of words.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - mergingErrors: whether what it says on standard error is part of the output, or dropped.
  init(_ words: [String], mergingErrors: Bool = false) {
    line =
      words.map(Self.quoted).joined(separator: " ") + (mergingErrors ? " 2>&1" : " 2>/dev/null")
  }

  /// Runs it and waits for its end.
  func run() -> Outcome {
    guard let pipe = popen(line, "r") else { return Outcome(isSuccess: false, output: "") }
    var output: [UInt8] = []
    var byte = fgetc(pipe)
    while byte != EOF {
      output.append(UInt8(truncatingIfNeeded: byte))
      byte = fgetc(pipe)
    }
    let isSuccess = pclose(pipe) == 0
    while output.last == 0x0A { output.removeLast() }
    return Outcome(isSuccess: isSuccess, output: String(decoding: output, as: UTF8.self))
  }

  /// In a shell's single quotes every byte stands for itself, but for the quote.
  static func quoted(_ word: String) -> String {
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
