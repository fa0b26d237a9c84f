/// What valgrind's callgrind writes.
enum Callgrind {
  /// The number after `totals:`, or `summary:` in older versions.
  static func total(inFile bytes: [UInt8]) -> Int? {
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      let words = String(decoding: line.prefix(80), as: UTF8.self).split(separator: " ")
      guard let first = words.first, first == "totals:" || first == "summary:" else { continue }
      return words.dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }
}
