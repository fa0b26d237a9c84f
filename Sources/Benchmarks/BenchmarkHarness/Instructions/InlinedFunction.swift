internal import BenchmarkBuilds
internal import Files
internal import Measuring

/// A function at a place of the code, as debug information names it: a compiler may have put it into others.
struct InlinedFunction: Hashable {
  let name: String
  /// Its source file, without a folder; `nil` where debug information has no line.
  let file: String?

  /// How many addresses of a program are looked up at most.
  private static let most = 20_000

  /// The functions at addresses of a program, where it has debug information and `addr2line` is installed.
  ///
  /// - Parameters:
  ///   - costs: the addresses, with the instructions that were executed there; of very many, those with the
  ///     most are looked up.
  ///   - path: the program or library.
  /// - Returns: for each address that is known, the function with those that are inlined there, from the
  ///   outermost to the innermost.
  static func found(at costs: [UInt64: Int], in path: String) -> [UInt64: [InlinedFunction]] {
    guard let program = Executable.find("addr2line"), FileKind(path: path) == .regular else {
      return [:]
    }
    let addresses = costs.sorted {
      $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value
    }.prefix(most).map(\.key)
    let output = ProgramOutput.of(
      program: program,
      arguments: ["-a", "-f", "-i", "-e", path] + addresses.map { "0x" + String($0, radix: 16) },
      environment: Executable.environment)
    return output.isSuccess ? read(output.text) : [:]
  }

  /// Reads what `addr2line -a -f -i` writes: after each address a name and a place for each function, the
  /// innermost first; the last is the one that the others are inlined into.
  static func read(_ text: String) -> [UInt64: [InlinedFunction]] {
    var found: [UInt64: [InlinedFunction]] = [:]
    var address: UInt64?
    var functions: [InlinedFunction] = []
    var name: Substring?
    func end() {
      if let address, !functions.isEmpty { found[address] = functions.reversed() }
      functions = []
      name = nil
    }
    for line in text.split(separator: "\n") {
      if name == nil, line.hasPrefix("0x"), let next = UInt64(line.dropFirst(2), radix: 16) {
        end()
        address = next
      } else if let own = name {
        name = nil
        if own != "??" {
          functions.append(InlinedFunction(name: String(own), file: file(of: line)))
        }
      } else {
        name = line
      }
    }
    end()
    return found
  }

  /// The file of `/made/src/row.c:88 (discriminator 2)`; none without a line, because the file is then that of
  /// another function.
  private static func file(of place: Substring) -> String? {
    guard let colon = place.lastIndex(of: ":"),
      let line = Int(place[place.index(after: colon)...].prefix { $0.isNumber }), line > 0
    else { return nil }
    return PathParts(String(place[..<colon])).name
  }
}
