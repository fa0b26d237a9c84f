/// An ICC profile of primaries and a curve (ICC.1:2010, version 4.3).
extension CodedColors {
  /// The profile; it converts to sRGB as any other does.
  var profile: [UInt8] {
    let columns = adaptedPrimaries
    let curve = Self.tag("curv", Self.number(Self.steps) + curveTable)
    let tags: [(name: String, body: [UInt8])] = [
      ("desc", Self.text("Colours by their codes")), ("cprt", Self.text("CC0")),
      ("wtpt", Self.xyz(Self.d50)),
      ("chad", Self.tag("sf32", adaptation.flatMap { $0 }.flatMap(Self.fixed))),
      ("rXYZ", Self.xyz(columns[0])), ("gXYZ", Self.xyz(columns[1])),
      ("bXYZ", Self.xyz(columns[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var directory = Self.number(UInt32(tags.count))
    var data: [UInt8] = []
    //     | header, 128 | count, 4 | name, place and size of each tag, 12 | tags, filled up to 4 |
    //
    // Tags that are equal, as the three curves, are written once.
    let start = 128 + 4 + 12 * tags.count
    var known: [[UInt8]: Int] = [:]
    for (name, body) in tags {
      let place = known[body] ?? start + data.count
      if known.updateValue(place, forKey: body) == nil {
        data += body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
      }
      directory += Array(name.utf8) + Self.number(UInt32(place)) + Self.number(UInt32(body.count))
    }
    return Self.header(byteCount: start + data.count) + directory + data
  }

  /// Steps of a curve.
  static let steps: UInt32 = 4096

  private var curveTable: [UInt8] {
    (0..<Int(Self.steps)).flatMap { step -> [UInt8] in
      let light = light(Double(step) / Double(Self.steps - 1))
      let value = UInt16((min(max(light, 0), 1) * 65_535).rounded())
      return [UInt8(value >> 8), UInt8(value & 0xFF)]
    }
  }

  // MARK: Colours

  private typealias Vector = [Double]

  /// The white of profiles (ICC.1, 7.2.16).
  private static let d50: Vector = [0.9642, 1, 0.8249]

  /// Bradford's cone responses.
  private static let bradford: [Vector] = [
    [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
  ]

  private static func vector(_ point: Chromaticity) -> Vector {
    [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
  }

  /// From the white of these colours to that of profiles.
  private var adaptation: [Vector] {
    let from = Self.product(Self.bradford, Self.vector(white))
    let to = Self.product(Self.bradford, Self.d50)
    // The inverse of Bradford's matrix, times the ratio of both whites' responses on the
    // diagonal, times the matrix.
    let scaled = (0..<3).map { row in Self.bradford[row].map { $0 * to[row] / from[row] } }
    return Self.product(Self.inverse(Self.bradford), scaled)
  }

  /// The primaries in XYZ, which add up to the white of profiles.
  private var adaptedPrimaries: [Vector] {
    let points = [red, green, blue].map(Self.vector)
    let matrix = (0..<3).map { row in points.map { $0[row] } }
    // How bright each primary has to be for all together to be the white.
    let brightness = Self.product(Self.inverse(matrix), Self.vector(white))
    return (0..<3).map { index in
      Self.product(adaptation, points[index].map { $0 * brightness[index] })
    }
  }

  private static func product(_ matrix: [Vector], _ vector: Vector) -> Vector {
    matrix.map { row in (0..<3).reduce(0) { $0 + row[$1] * vector[$1] } }
  }

  private static func product(_ left: [Vector], _ right: [Vector]) -> [Vector] {
    left.map { row in
      (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * right[$1][column] } }
    }
  }

  private static func inverse(_ matrix: [Vector]) -> [Vector] {
    func cofactor(_ row: Int, _ column: Int) -> Double {
      let (r1, r2, c1, c2) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
      return matrix[r1][c1] * matrix[r2][c2] - matrix[r1][c2] * matrix[r2][c1]
    }
    let determinant = (0..<3).reduce(0) { $0 + matrix[0][$1] * cofactor(0, $1) }
    return (0..<3).map { row in (0..<3).map { cofactor($0, row) / determinant } }
  }

  // MARK: Bytes

  private static func number(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    let scaled = (value * 65_536).rounded()
    return number(UInt32(bitPattern: Int32(exactly: scaled) ?? 0))
  }

  private static func tag(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Array(type.utf8) + number(0) + body
  }

  private static func xyz(_ color: Vector) -> [UInt8] { tag("XYZ ", color.flatMap(fixed)) }

  private static func text(_ words: String) -> [UInt8] {
    let letters = Array(words.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return tag(
      "mluc",
      number(1) + number(12) + Array("enUS".utf8) + number(UInt32(letters.count)) + number(28)
        + letters)
  }

  /// A display's colours, to XYZ, by this library's words alone.
  private static func header(byteCount: Int) -> [UInt8] {
    var header = number(UInt32(byteCount)) + number(0) + number(0x0430_0000)
    header += Array("mntrRGB XYZ ".utf8)
    header += [0x07, 0xE9, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]  // a fixed day, so that bytes are the same
    header += Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28)
    header += d50.flatMap(fixed)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }
}
