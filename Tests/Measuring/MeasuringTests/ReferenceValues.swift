internal import Foundation
internal import Testing

/// A line of Tests/Fixtures/Statistics/scipy.csv: what SciPy answers for some arguments.
struct ReferenceValue: CustomStringConvertible, Sendable {
  let function: String
  let arguments: [Double]
  let expected: [Double]

  var description: String { "\(function)\(arguments.prefix(6))" }

  /// All lines of the fixture for one function.
  static func all(_ function: String) throws -> [ReferenceValue] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
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

/// Expects a function of numbers to answer what SciPy or NumPy answers, on every line of the
/// fixture.
///
/// - Parameters:
///   - function: the name of the function in the fixture.
///   - count: how many lines there are.
///   - relative: the relative difference that is allowed.
///   - absolute: the absolute difference that is allowed whatever the relative one.
///   - compute: what is tested.
/// - Throws: what keeps the fixture from being read, and an answer of `nil`.
func expectReference(
  _ function: String, count: Int, relative: Double, absolute: Double = 0,
  _ compute: ([Double]) -> Double?
) throws {
  let lines = try ReferenceValue.all(function)
  #expect(lines.count == count)
  for line in lines {
    let value = try #require(compute(line.arguments))
    #expect(
      agree(value, line.expected[0], relative: relative, absolute: absolute),
      "\(line) gave \(value)")
  }
}

/// Whether two numbers agree to so many parts of the larger one.
func agree(_ a: Double, _ b: Double, relative: Double, absolute: Double = 0) -> Bool {
  if a == b { return true }
  return abs(a - b) <= max(relative * max(abs(a), abs(b)), absolute)
}
