internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import Reporting
internal import TOML

/// A table of a suite file, read key by key; errors name the file, the line and the key.
struct SuiteSection {
  let table: TOMLTable
  /// The header of the table; `nil` for the top of the file.
  let header: String?
  /// The path of the file.
  let file: String

  /// Refuses keys that mean nothing.
  func allow(_ keys: [String]) throws(HarnessFailure) {
    for entry in table.entries where !keys.contains(entry.key) {
      let place = header.map { " in \($0)" } ?? ""
      throw failure(
        entry.line, unknownChoice(entry.key, kind: "key\(place)", choices: keys))
    }
  }

  /// A text that is not empty.
  func text(_ key: String) throws(HarnessFailure) -> String? {
    guard let value = table[key] else { return nil }
    guard case .string(let text) = value, !text.isEmpty else {
      throw wrong(key, "takes a text, not \(described(value))")
    }
    return text
  }

  /// An array of texts that are not empty.
  func texts(_ key: String) throws(HarnessFailure) -> [String] {
    guard let value = table[key] else { return [] }
    guard case .array(let values) = value, values.count <= 100 else {
      throw wrong(key, #"takes an array of at most 100 texts, as in ["sort -n"]"#)
    }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value, !text.isEmpty else {
        throw wrong(key, "takes texts in quotes")
      }
      texts.append(text)
    }
    return texts
  }

  func flag(_ key: String) throws(HarnessFailure) -> Bool {
    guard let value = table[key] else { return false }
    guard case .boolean(let flag) = value else {
      throw wrong(key, "takes true or false, not \(described(value))")
    }
    return flag
  }

  func seconds(_ key: String, upTo limit: Double) throws(HarnessFailure) -> Double? {
    guard let value = table[key] else { return nil }
    let seconds: Double? =
      switch value {
      case .integer(let number): Double(number)
      case .float(let number): number
      default: nil
      }
    guard let seconds, seconds > 0, seconds <= limit else {
      throw wrong(
        key, "takes seconds above 0 and up to \(Int(limit)), not \(described(value))")
    }
    return seconds
  }

  func count(_ key: String, _ range: ClosedRange<Int>) throws(HarnessFailure) -> Int? {
    guard let value = table[key] else { return nil }
    guard case .integer(let number) = value, range.contains(number) else {
      throw wrong(
        key, "takes \(range.lowerBound) to \(range.upperBound), not \(described(value))")
    }
    return number
  }

  func percentage(_ key: String) throws(HarnessFailure) -> Percentage? {
    guard let text = try text(key) else { return nil }
    do throws(InvalidRequest) {
      return try Percentage(parsing: text)
    } catch {
      throw wrong(key, "is wrong: \(error)")
    }
  }

  func clock() throws(HarnessFailure) -> ClockChoice? {
    guard let text = try text("clock") else { return nil }
    guard let clock = ClockChoice(rawValue: text) else {
      throw wrong(
        "clock",
        "is wrong. "
          + unknownChoice(text, kind: "clock", choices: ClockChoice.allCases.map(\.rawValue)))
    }
    return clock
  }

  /// A command: a text for the shell, or an array of words.
  func command(_ key: String) throws(HarnessFailure) -> SuiteCommand? {
    guard let value = table[key] else { return nil }
    return try command(value, key)
  }

  /// Paths of files below the folder of the suite.
  func paths(_ key: String) throws(HarnessFailure) -> [String] {
    guard let value = table[key] else { return [] }
    guard case .array(let values) = value, values.count <= 1000 else {
      throw wrong(key, #"takes an array of at most 1000 paths, as in ["bench/worker.py"]"#)
    }
    var paths: [String] = []
    for value in values {
      guard case .string(let path) = value, !path.isEmpty, !path.hasPrefix("/"),
        !path.split(separator: "/").contains("..")
      else {
        throw wrong(key, "takes paths of files below the folder of the suite file")
      }
      paths.append(path)
    }
    return paths
  }

  /// An array of commands.
  func commands(_ key: String) throws(HarnessFailure) -> [SuiteCommand] {
    guard let value = table[key] else { return [] }
    guard case .array(let values) = value else {
      throw wrong(key, #"takes an array of commands, as in ["make"]"#)
    }
    var commands: [SuiteCommand] = []
    for value in values {
      let command = try command(value, key)
      if case .shell(let text) = command, text.hasPrefix("-") {
        throw wrong(
          key,
          "holds '\(text)', which is not a command: a command of several words is one text, or an "
            + #"array within the array, as in [["make", "-j2"]]"#)
      }
      commands.append(command)
    }
    return commands
  }

  private func command(_ value: TOMLValue, _ key: String) throws(HarnessFailure) -> SuiteCommand {
    let problem = "takes a text for the shell, or an array of words without a shell"
    switch value {
    case .string(let text) where text.contains(where: { !$0.isWhitespace }): return .shell(text)
    case .array(let values):
      var words: [String] = []
      for value in values {
        guard case .string(let word) = value, !word.contains("\0") else {
          throw wrong(key, "\(problem); every word is a text in quotes")
        }
        words.append(word)
      }
      guard words.first?.isEmpty == false else { throw wrong(key, "\(problem), and is empty") }
      return .words(words)
    default: throw wrong(key, "\(problem), not \(described(value))")
    }
  }

  /// The variables of a table, as "NAME=value".
  func variables(_ key: String) throws(HarnessFailure) -> [String] {
    guard let value = table[key] else { return [] }
    guard case .table(let table) = value else {
      throw wrong(key, "takes a table of variables, as in [environment]")
    }
    var variables: [String] = []
    for entry in table.entries {
      guard let text = Self.plain(entry.value), !entry.key.isEmpty, !entry.key.contains("=")
      else { throw failure(entry.line, "The variable '\(entry.key)' takes a text or a number.") }
      variables.append("\(entry.key)=\(text)")
    }
    return variables
  }

  /// A text or a number as a text; `nil` for everything else.
  static func plain(_ value: TOMLValue) -> String? {
    switch value {
    case .string(let text) where !text.contains("\0"): text
    case .integer(let number): String(number)
    case .float(let number): String(number)
    default: nil
    }
  }

  /// A failure at a key.
  func wrong(_ key: String, _ problem: String) -> HarnessFailure {
    let line = table.entries.first { $0.key == key }?.line ?? table.line
    return failure(line, "'\(key)'\(header.map { " in \($0)" } ?? "") \(problem).")
  }

  /// A failure at a line.
  func failure(_ line: Int, _ text: String) -> HarnessFailure {
    HarnessFailure(message: "\(file), line \(line): \(text)", status: .damagedInput)
  }

  private func described(_ value: TOMLValue) -> String {
    switch value {
    case .string(let text): "'\(text.prefix(60))'"
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    default: value.kind
    }
  }
}
