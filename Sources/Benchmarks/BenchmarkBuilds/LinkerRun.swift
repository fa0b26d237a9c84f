internal import Measuring
internal import ProgramLayouts

/// How layouts start linkers and compilers.
enum LinkerRun {
  /// Begins to link while something else is done; `nil` with one core, where that would disturb what is
  /// measured.
  static var ahead: RelinkedLayouts.Begin? { usableCores().count > 1 ? { begin($0) } : nil }

  /// Runs a program to its end.
  static func run(_ words: [String]) -> (isSuccess: Bool, output: String) { begin(words)() }

  private static func begin(_ words: [String]) -> () -> (isSuccess: Bool, output: String) {
    guard let tool = words.first, let program = Executable.find(tool) else {
      return { (false, "error: there is no program '\(words.first ?? "")'") }
    }
    let wait = ProgramOutput.begin(
      program: program, arguments: Array(words.dropFirst()), environment: Executable.environment,
      mergingErrors: true)
    return {
      let outcome = wait()
      return (outcome.isSuccess, outcome.text)
    }
  }
}
