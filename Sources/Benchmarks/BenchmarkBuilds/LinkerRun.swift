internal import Measuring
internal import ProgramLayouts

/// How layouts start linkers and compilers.
package enum LinkerRun {
  /// Begins to link while something else is done; `nil` with one core, where that would disturb what is
  /// measured.
  ///
  /// With the lowest priority: a linker has threads on every core, also on the one that runs stay on.
  static var ahead: RelinkedLayouts.Begin? {
    guard usableCores().count > 1 else { return nil }
    let nice = Executable.find("nice") == nil ? [] : ["nice", "-n", "19"]
    return { begin(nice + $0) }
  }

  /// Runs a program to its end.
  package static func run(_ words: [String]) -> (isSuccess: Bool, output: String) { begin(words)() }

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
