internal import BenchmarkBuilds
internal import Files
package import Reporting

/// A command of a suite: words, or a text for the shell.
package enum SuiteCommand: Equatable, Sendable {
  /// A program and its arguments, run without a shell.
  case words([String])
  /// A text for `sh -c`.
  case shell(String)

  /// The command, for people.
  package var text: String {
    switch self {
    case .words(let words): words.map(Self.quoted).joined(separator: " ")
    case .shell(let text): text
    }
  }

  /// The command with every `{NAME}` replaced by a value.
  ///
  /// - Parameter values: names with their values; other braces stay as they are.
  /// - Returns: the command with the values.
  func replacing(_ values: [(name: String, value: String)]) -> SuiteCommand {
    func replaced(_ text: String) -> String {
      values.reduce(text) { $0.replacing("{\($1.name)}", with: $1.value) }
    }
    return switch self {
    case .words(let words): .words(words.map(replaced))
    case .shell(let text): .shell(replaced(text))
    }
  }

  /// The command with further arguments; they stay words whatever they hold.
  func adding(_ arguments: [String]) -> SuiteCommand {
    switch self {
    case .words(let words): .words(words + arguments)
    case .shell(let text): .shell(([text] + arguments.map(Self.quoted)).joined(separator: " "))
    }
  }

  /// The program to start and its arguments.
  ///
  /// - Parameter folder: the folder that it is run in, which paths are relative to.
  /// - Returns: the path of the program, and its arguments.
  /// - Throws: ``HarnessFailure`` when there is no such program.
  package func resolved(
    in folder: String
  ) throws(HarnessFailure) -> (program: String, arguments: [String]) {
    switch self {
    case .shell(let text):
      guard let shell = Executable.find("sh") else {
        throw .failed("There is no program 'sh' in PATH to run '\(text)'.")
      }
      return (shell, ["-c", text])
    case .words(let words):
      let name = words[0]
      let isRelative = name.contains("/") && !name.hasPrefix("/")
      let wanted = isRelative ? PathParts.join(folder, name) : name
      guard let program = Executable.find(wanted) else {
        throw .failed(
          isRelative
            ? "There is no executable file '\(name)' in '\(folder)'."
            : name.hasPrefix("/")
              ? "There is no executable file '\(name)'."
              : "There is no program '\(name)' in PATH.")
      }
      return (program, Array(words.dropFirst()))
    }
  }

  /// The file in a folder that the command starts; `nil` for a program of the system.
  ///
  /// Of a text for the shell it is the first word.
  package func ownProgram(in folder: String) -> String? {
    let name: String =
      switch self {
      case .words(let words): words[0]
      case .shell(let text): text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      }
    guard name.contains("/"), !name.hasPrefix("/") else { return nil }
    let path = PathParts.join(folder, name)
    return Executable.exists(at: path) ? path : nil
  }

  /// The word as a shell reads it back.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "_-+=./:,@%".unicodeScalars.contains($0)
      }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
