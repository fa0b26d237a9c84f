/// A column on its way to Arrow's C data interface.
struct ArrowColumn {
  /// Values, `nil` for null.
  indirect enum Values {
    case text([String?])
    case uint64([UInt64?])
    case int64([Int64?])
    case int32([Int32?])
    case float64([Double?])
    case bool([Bool?])
    /// How many of the child's values belong to each row.
    case list([Int?], ArrowColumn)
    case structure(isPresent: [Bool], [ArrowColumn])
  }

  let name: String
  let values: Values

  /// The type in Arrow's notation.
  var format: String {
    switch values {
    case .text: "u"
    case .uint64: "L"
    case .int64: "l"
    case .int32: "i"
    case .float64: "g"
    case .bool: "b"
    case .list: "+l"
    case .structure: "+s"
    }
  }

  /// The columns inside this one.
  var children: [ArrowColumn] {
    switch values {
    case .list(_, let child): [child]
    case .structure(_, let children): children
    default: []
    }
  }

  /// Which rows are not null.
  var validity: [Bool] {
    switch values {
    case .text(let values): values.map { $0 != nil }
    case .uint64(let values): values.map { $0 != nil }
    case .int64(let values): values.map { $0 != nil }
    case .int32(let values): values.map { $0 != nil }
    case .float64(let values): values.map { $0 != nil }
    case .bool(let values): values.map { $0 != nil }
    case .list(let lengths, _): lengths.map { $0 != nil }
    case .structure(let isPresent, _): isPresent
    }
  }

  /// The buffers after the one for nulls, as bytes.
  var buffers: [[UInt8]] {
    switch values {
    case .text(let values):
      [
        Self.bytes(Self.offsets(values.map { $0?.utf8.count ?? 0 })),
        values.flatMap { Array(($0 ?? "").utf8) },
      ]
    case .uint64(let values): [Self.bytes(values.map { $0 ?? 0 })]
    case .int64(let values): [Self.bytes(values.map { $0 ?? 0 })]
    case .int32(let values): [Self.bytes(values.map { $0 ?? 0 })]
    case .float64(let values): [Self.bytes(values.map { $0 ?? 0 })]
    case .bool(let values): [Self.bits(values.map { $0 ?? false })]
    case .list(let lengths, _): [Self.bytes(Self.offsets(lengths.map { $0 ?? 0 }))]
    case .structure: []
    }
  }

  /// Bits, the first the lowest of the first byte.
  static func bits(_ values: [Bool]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (values.count + 7) / 8)
    for (index, value) in values.enumerated() where value { bytes[index / 8] |= 1 << (index % 8) }
    return bytes
  }

  private static func bytes<Value: BitwiseCopyable>(_ values: [Value]) -> [UInt8] {
    values.withUnsafeBytes { Array($0) }
  }

  /// Where each row begins, and the end; texts of a batch stay far below 2³¹ bytes.
  private static func offsets(_ lengths: [Int]) -> [Int32] {
    var offsets: [Int32] = [0]
    var end = 0
    for length in lengths {
      end += length
      //     texts     "ab"  nil  "cde"
      //     offsets   0     2    2     5      a null takes no bytes
      //     bytes     a b c d e
      offsets.append(Int32(clamping: end))
    }
    return offsets
  }
}
