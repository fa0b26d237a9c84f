internal import BenchmarkBuilds
internal import Measuring
internal import ProgramLayouts

/// Where functions of an object file begin in their sources, by its debug information.
enum SourceLines {
  /// The lines of some pieces, where the object file has debug information and `addr2line` is installed.
  ///
  /// - Parameters:
  ///   - pieces: functions of the file.
  ///   - path: the object file.
  /// - Returns: a line for each piece; `nil` where it is not known.
  static func lines(of pieces: [ObjectPiece], in path: String) -> [Int?] {
    guard let program = Executable.find("addr2line") else { return pieces.map { _ in nil } }
    var lines: [Int?] = Array(repeating: nil, count: pieces.count)
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
          let digits = line.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
          lines[places[place]] = Int(digits).flatMap { $0 > 0 ? $0 : nil }
        }
      }
    }
    return lines
  }
}
