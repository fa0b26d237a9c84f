internal import BenchmarkBuilds
internal import Files
internal import Measuring
internal import ProgramLayouts

/// Where functions of an object file begin in their sources, by its debug information.
enum SourceLines {
  /// A line of a source file.
  struct Place: Equatable {
    /// The name of the file, without a folder: of a template that of its header.
    let file: String
    let line: Int

    /// Reads what `addr2line` says of an address: "/a/row.c:88 (discriminator 2)"; nil for "??:0".
    init?(_ text: some StringProtocol) {
      guard let colon = text.lastIndex(of: ":"),
        let line = Int(text[text.index(after: colon)...].prefix { $0.isNumber }), line > 0
      else { return nil }
      file = PathParts(String(text[..<colon])).name
      self.line = line
    }
  }

  /// The lines of some pieces, where the object file has debug information and `addr2line` is installed.
  ///
  /// - Parameters:
  ///   - pieces: functions of the file.
  ///   - path: the object file.
  /// - Returns: a line for each piece; `nil` where it is not known.
  static func lines(of pieces: [ObjectPiece], in path: String) -> [Place?] {
    guard let program = Executable.find("addr2line") else { return pieces.map { _ in nil } }
    var lines: [Place?] = Array(repeating: nil, count: pieces.count)
    let sections = Dictionary(grouping: pieces.indices) { pieces[$0].section }
    for (section, places) in sections where pieces[places[0]].isCode {
      let output = ProgramOutput.of(
        program: program,
        arguments: ["-a", "-i", "-e", path, "-j", section]
          + places.map { "0x" + String(pieces[$0].offset, radix: 16) },
        environment: Executable.environment)
      guard output.isSuccess else { continue }
      // Each address is repeated, then come the functions that are inlined there, the outermost last.
      var place = -1
      for line in output.text.split(separator: "\n") {
        if line.hasPrefix("0x") {
          place += 1
        } else if places.indices.contains(place) {
          lines[places[place]] = Place(line)
        }
      }
    }
    return lines
  }
}
