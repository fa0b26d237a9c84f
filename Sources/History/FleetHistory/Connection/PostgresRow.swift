/// A row of an answer, in binary format.
struct PostgresRow: Equatable {
  /// The columns; nil for NULL.
  let columns: [[UInt8]?]

  func bytes(_ column: Int) throws(FleetError) -> [UInt8] {
    guard columns.indices.contains(column), let bytes = columns[column] else {
      throw FleetError(.damaged, "The server left out a value that this program needs.")
    }
    return bytes
  }

  func text(_ column: Int) throws(FleetError) -> String {
    String(decoding: try bytes(column), as: UTF8.self)
  }

  /// A column that may be NULL, as text.
  func optionalText(_ column: Int) -> String? {
    guard columns.indices.contains(column) else { return nil }
    return columns[column].map { String(decoding: $0, as: UTF8.self) }
  }

  /// A column of 8 bytes as a whole number.
  func integer(_ column: Int) throws(FleetError) -> Int64 {
    let bytes = try bytes(column)
    guard bytes.count == 8 else {
      throw FleetError(.damaged, "The server sent \(bytes.count) bytes for a number of 8.")
    }
    return Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// A column that may be NULL, as a number with a fraction.
  func optionalDouble(_ column: Int) throws(FleetError) -> Double? {
    guard columns.indices.contains(column), columns[column] != nil else { return nil }
    return Double(bitPattern: UInt64(bitPattern: try integer(column)))
  }
}
