internal import JPEGLanes

/// Collects what the segments before the coded data say.
struct JPEGFrameParser {
  private struct FrameComponent {
    let id: Int
    let columns: Int
    let rows: Int
    let table: Int
  }

  private(set) var size: (width: Int, height: Int)?
  private(set) var restartInterval = 0
  private var frame: [FrameComponent] = []
  private var scan: [(id: Int, tables: Int)] = []
  private var quantization: [[Int32]] = [[], [], [], []]
  private var differences: [SymbolCode?] = [nil, nil, nil, nil]
  private var coefficients: [SymbolCode?] = [nil, nil, nil, nil]
  private var isJFIF = false
  private var adobeTransform: UInt8?

  /// Reads segments until the coded data begins.
  mutating func read(_ reader: BufferedByteReader) throws(JPEGMeansError) {
    guard try reader.word() == 0xFFD8 else { throw .declined("it does not begin as one") }
    while true {
      guard try reader.byte() == 0xFF else { throw .declined("a marker is missing") }
      var marker = try reader.byte()
      while marker == 0xFF { marker = try reader.byte() }
      let length = try reader.word() - 2
      guard length >= 0 else { throw .declined("a segment is shorter than its length") }
      switch marker {
      case 0xC0, 0xC1: try readFrame(reader, length)
      case 0xC4: try readCodes(reader, length)
      case 0xDA: return try readScan(reader, length)
      case 0xDB: try readQuantization(reader, length)
      case 0xDD:
        guard length == 2 else { throw .declined("a restart interval has another length") }
        restartInterval = try reader.word()
      case 0xE0:
        let segment = try readApplication(reader, length)
        // libjpeg warns.
        guard !segment.hasUnknownRevision else { throw .declined("its JFIF revision is unknown") }
        isJFIF = segment.isJFIF || isJFIF
      case 0xEE:
        adobeTransform = try readApplication(reader, length).adobeTransform ?? adobeTransform
      case 0xE1...0xEF, 0xFE: try reader.skip(length)
      default: throw .declined("marker \(marker) is not one of a baseline file")
      }
    }
  }

  private mutating func readFrame(
    _ reader: BufferedByteReader, _ length: Int
  ) throws(JPEGMeansError) {
    guard size == nil, length >= 6 else { throw .declined("a frame header cannot be") }
    guard try reader.byte() == 8 else { throw .declined("its samples do not have 8 bits") }
    let height = try reader.word()
    let width = try reader.word()
    guard width > 0, height > 0 else { throw .declined("its size is not in its header") }
    let count = try reader.byte()
    guard count == 1 || count == 3, length == 6 + 3 * count else {
      throw .declined("it has \(count) components")
    }
    for _ in 0..<count {
      let id = try reader.byte()
      let factors = try reader.byte()
      let table = try reader.byte()
      guard 1...4 ~= factors >> 4, 1...4 ~= factors & 15, table < 4 else {
        throw .declined("a component cannot be")
      }
      frame.append(
        FrameComponent(id: id, columns: factors >> 4, rows: factors & 15, table: table))
    }
    size = (width, height)
  }

  private mutating func readCodes(
    _ reader: BufferedByteReader, _ length: Int
  ) throws(JPEGMeansError) {
    var left = length
    while left > 0 {
      guard left >= 17 else { throw .declined("a Huffman table is cut short") }
      let target = try reader.byte()
      let counts = try reader.bytes(16).map(Int.init)
      // At most 16 × 255 of a hostile file; more than the segment's length are refused before
      // they are read.
      let symbolCount = counts.reduce(0, +)
      left -= 17 + symbolCount
      guard left >= 0, target & 15 < 4, target >> 4 < 2 else {
        throw .declined("a Huffman table cannot be")
      }
      let symbols = try reader.bytes(symbolCount)
      // libjpeg judges tables only when they are used.
      let code = SymbolCode(counts: counts, symbols: symbols)
      if target >> 4 == 0 {
        differences[target & 15] = code
      } else {
        coefficients[target & 15] = code
      }
    }
  }

  private mutating func readQuantization(
    _ reader: BufferedByteReader, _ length: Int
  ) throws(JPEGMeansError) {
    var left = length
    while left > 0 {
      let target = try reader.byte()
      let isWide = target >> 4 == 1
      // A byte that says which table, and 64 numbers of one byte or two.
      left -= isWide ? 129 : 65
      guard left >= 0, target >> 4 < 2, target & 15 < 4 else {
        throw .declined("a quantization table cannot be")
      }
      var table: [Int32] = []
      for _ in 0..<64 { table.append(Int32(isWide ? try reader.word() : try reader.byte())) }
      guard !table.contains(0) else { throw .declined("a quantization table has a 0") }
      quantization[target & 15] = table
    }
  }

  private mutating func readScan(
    _ reader: BufferedByteReader, _ length: Int
  ) throws(JPEGMeansError) {
    let count = try reader.byte()
    guard size != nil, count == frame.count, length == 4 + 2 * count else {
      throw .declined("its components come in several scans")
    }
    for _ in 0..<count { scan.append((try reader.byte(), try reader.byte())) }
    guard try reader.bytes(3) == [0, 63, 0] else { throw .declined("its scan is not sequential") }
  }

  private func readApplication(
    _ reader: BufferedByteReader, _ length: Int
  ) throws(JPEGMeansError) -> ApplicationSegment {
    let head = try reader.bytes(min(length, 14))
    try reader.skip(length - head.count)
    return ApplicationSegment(head: head)
  }

  /// Rows of MCUs that libjpeg takes as one: a component alone comes block by block, as many rows of
  /// them at a time as its factor says (jdcoefct.c).
  var rowsTogether: Int { frame.count == 1 ? frame[0].rows : 1 }

  /// The components, with their tables, as far as they are grey or YCbCr.
  func components() throws(JPEGMeansError) -> [JPEGFrame.Component] {
    let ids = frame.map(\.id)
    if frame.count == 3, !isJFIF {
      // As libjpeg guesses.
      // 0x52, 0x47, 0x42 are the letters R, G and B (jdapimin.c, `default_decompress_parms`).
      let isYCbCr = adobeTransform.map { $0 == 1 } ?? (ids != [0x52, 0x47, 0x42])
      guard isYCbCr else { throw .declined("its colours are not YCbCr") }
    }
    guard Set(ids).count == ids.count, scan.map(\.id) == ids else {
      throw .declined("its scan has other components")
    }
    var result: [JPEGFrame.Component] = []
    for (component, entry) in zip(frame, scan) {
      let (first, second) = (entry.tables >> 4, entry.tables & 15)
      guard first < 4, second < 4, let differences = differences[first],
        let coefficients = coefficients[second], !quantization[component.table].isEmpty,
        // libjpeg refuses others, whether or not they are used (jdhuff.c).
        differences.symbols.allSatisfy({ $0 <= 15 })
      else { throw .declined("a table is missing or cannot be") }
      result.append(
        JPEGFrame.Component(
          id: component.id,
          // A component alone comes block by block, whatever its factors say.
          columns: frame.count == 1 ? 1 : component.columns,
          rows: frame.count == 1 ? 1 : component.rows,
          quantization: quantization[component.table], differences: differences,
          coefficients: coefficients, tables: (first, second)))
    }
    return result
  }
}

/// What the first bytes of an application's segment say of colours.
private struct ApplicationSegment {
  let head: [UInt8]

  var isJFIF: Bool { head.count >= 14 && head.starts(with: Array("JFIF\0".utf8)) }

  /// Whether it is of a JFIF whose first number is not 1.
  var hasUnknownRevision: Bool { isJFIF && head[5] != 1 }

  var adobeTransform: UInt8? {
    head.count >= 12 && head.starts(with: Array("Adobe".utf8)) ? head[11] : nil
  }
}
