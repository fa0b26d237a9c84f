/// The text of a new suite file.
package struct SuiteTemplate: Equatable, Sendable {
  /// What was found, in words: "a Swift package".
  package internal(set) var found: String
  package var name: String
  /// Commands that build, as TOML values.
  package var build: [String]
  /// The tables with the benchmarks, as lines.
  package var benchmarks: [String]
  /// Variables with their values.
  package var environment: [(name: String, value: String)] = []
  /// Seconds that a comparison may take; `nil` to measure each benchmark until its verdict.
  package var comparisonSeconds: Int?
  /// Options of CMake beside those that every project gets.
  package internal(set) var configureOptions: [String] = []
  /// Whether it measures tests, because nothing better was found.
  package internal(set) var isOfTests = false
  /// The worker to write beside it; `nil` where what is measured is there.
  package internal(set) var worker: WorkerDraft?

  /// Whether two templates make the same file.
  package static func == (left: SuiteTemplate, right: SuiteTemplate) -> Bool {
    left.text == right.text && left.found == right.found
  }

  /// The file.
  package var text: String {
    var lines = [
      "# How `bench` builds and runs the benchmarks of this repository (Benchmarks/SUITES.md of",
      "# swift-dominant-color describes every key). Try: bench compare HEAD~1",
      "name = \(Self.quoted(name))",
      "gate = \"1%\"  # a slowdown of so much or more must not pass",
    ]
    if let comparisonSeconds {
      lines += [
        "# A comparison would take long. It ends after so many seconds, and says of what is not settled then that",
        "# it cannot tell: shorten the work, or leave this out.", "time = \(comparisonSeconds)",
      ]
    }
    lines.append("")
    if let worker {
      lines += [
        "# Every commit is measured with these files as they are here, also one from before them.",
        "files = \(Self.array(worker.files(.placeholder(nil)).map(\.path)))", "",
      ]
    }
    if !environment.isEmpty {
      lines += ["[environment]"]
      lines += environment.map { "\($0.name) = \(Self.quoted($0.value))" } + [""]
    }
    if !build.isEmpty { lines += ["[build]", "commands = [\(build.joined(separator: ", "))]", ""] }
    lines += benchmarks
    return lines.joined(separator: "\n") + "\n"
  }

  /// Makes comments of the table of a command or a program of a framework, which does not run here.
  ///
  /// - Parameters:
  ///   - command: its command.
  ///   - reason: why, in one line.
  package mutating func leaveOut(_ command: SuiteCommand, because reason: String) {
    guard case .words(let words) = command,
      let end = benchmarks.firstIndex(of: "command = \(Self.array(words))"),
      let start = benchmarks[..<end].lastIndex(where: { $0.hasPrefix("[[") })
    else { return }
    for place in start...end { benchmarks[place] = "# \(benchmarks[place])" }
    benchmarks.insert("# Left out, because it fails here: \(reason)", at: start)
  }

  /// Names a command a placeholder.
  ///
  /// - Parameters:
  ///   - name: the name of its benchmark.
  ///   - reason: why, as the end of a sentence about it.
  package mutating func mark(_ name: String, because reason: String) {
    let line = "name = \(Self.quoted(name))"
    guard !name.hasPrefix("placeholder"), let place = benchmarks.firstIndex(of: line) else {
      return
    }
    benchmarks[place] = "name = \(Self.quoted("placeholder: \(name)"))"
    benchmarks.insert("# A PLACEHOLDER: it \(reason). Give it work that matters.", at: place)
  }

  /// A benchmark that does nothing, while it is not known what there is.
  package static let nothing = command(["true"], name: "nothing")

  /// A table for a command of words.
  static func command(_ words: [String], name: String? = nil) -> [String] {
    ["[[command]]"] + (name.map { ["name = \(quoted($0))"] } ?? [])
      + ["command = \(array(words))"]
  }

  /// A command of a build: words, or one text for the shell, which has spaces.
  static func step(_ words: [String]) -> String {
    words.count == 1 && words[0].contains(" ") ? quoted(words[0]) : array(words)
  }

  /// Words as a TOML array.
  static func array(_ words: [String]) -> String {
    "[" + words.map(quoted).joined(separator: ", ") + "]"
  }

  /// A text as TOML writes it.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
