internal import Foundation

/// A line of Tests/Fixtures/Statistics/scipy.csv: what SciPy answers for some arguments.
struct ReferenceValue: CustomStringConvertible, Sendable {
  let function: String
  let arguments: [Double]
  let expected: [Double]

  var description: String { "\(function)\(arguments.prefix(6))" }

  /// All lines of the fixture for one function.
  static func all(_ function: String) throws -> [ReferenceValue] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/Statistics/scipy.csv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ";")
      guard fields.count == 3, fields[0] == function else { return nil }
      return ReferenceValue(
        function: function, arguments: fields[1].split(separator: " ").compactMap { Double($0) },
        expected: fields[2].split(separator: " ").compactMap { Double($0) })
    }
  }
}

/// Whether two numbers agree to so many parts of the larger one.
func agree(_ a: Double, _ b: Double, relative: Double, absolute: Double = 0) -> Bool {
  if a == b { return true }
  return abs(a - b) <= max(relative * max(abs(a), abs(b)), absolute)
}
