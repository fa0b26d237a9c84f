/// The specification of `JPEGMeansReader` with chroma by means, a bit at a time: ITU-T T.81 as
/// plainly as it can be written, for files that are known to be whole.
struct ReferenceMeans {
  private struct Component {
    var columns: Int
    var rows: Int
    var table: Int
    var differences = 0
    var coefficients = 0
    var mean = 0
    var samples: [[Int]] = []
  }

  private let file: [UInt8]
  private var next = 2
  private var bitBuffer: [Int] = []
  private var quantization: [Int: [Int]] = [:]
  /// By class and number, then by length and code.
  private var codes: [Int: [Int: Int]] = [:]
  private var components: [Component] = []
  private var interval = 0
  private var (width, height) = (0, 0)

  /// Pixels of a file at 1/8 scale.
  static func outline(_ file: [UInt8]) -> (width: Int, height: Int, pixels: [UInt8]) {
    var decoder = ReferenceMeans(file)
    decoder.readHeader()
    decoder.readScan()
    return decoder.pixels
  }

  private init(_ file: [UInt8]) { self.file = file }

  private mutating func byte() -> Int {
    next += 1
    return Int(file[next - 1])
  }

  private mutating func word() -> Int { byte() << 8 | byte() }

  private mutating func readHeader() {
    while true {
      let marker = word()
      let end = next + word()
      switch marker {
      case 0xFFC0, 0xFFC1:
        _ = byte()
        (height, width) = (word(), word())
        for _ in 0..<byte() {
          _ = byte()
          let factors = byte()
          components.append(
            Component(columns: factors >> 4, rows: factors & 15, table: byte()))
        }
        if components.count == 1 { (components[0].columns, components[0].rows) = (1, 1) }
      case 0xFFC4:
        while next < end {
          let number = byte()
          let counts = (0..<16).map { _ in byte() }
          var (code, table) = (0, [Int: Int]())
          for (index, count) in counts.enumerated() {
            for _ in 0..<count {
              table[(index + 1) << 16 | code] = byte()
              code += 1
            }
            code <<= 1
          }
          codes[number] = table
        }
      case 0xFFDB:
        while next < end {
          let number = byte()
          quantization[number & 15] = (0..<64).map { _ in number >> 4 == 1 ? word() : byte() }
        }
      case 0xFFDD: interval = word()
      case 0xFFDA:
        _ = byte()
        for index in components.indices {
          _ = byte()
          let tables = byte()
          components[index].differences = tables >> 4
          components[index].coefficients = 16 | tables & 15
        }
        next = end
        return
      default: break
      }
      next = end
    }
  }

  private mutating func bit() -> Int {
    if bitBuffer.isEmpty {
      let value = byte()
      if value == 0xFF { next += 1 }
      bitBuffer = (0..<8).map { value >> $0 & 1 }
    }
    return bitBuffer.removeLast()
  }

  private mutating func bits(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in value << 1 | bit() }
  }

  private mutating func symbol(_ table: Int) -> Int {
    var code = 0
    for length in 1...16 {
      code = code << 1 | bit()
      if let symbol = codes[table]?[length << 16 | code] { return symbol }
    }
    preconditionFailure("no code")
  }

  private mutating func readScan() {
    let most = (components.map(\.columns).max() ?? 1, components.map(\.rows).max() ?? 1)
    let mcusPerRow = (width + 8 * most.0 - 1) / (8 * most.0)
    let mcuRows = (height + 8 * most.1 - 1) / (8 * most.1)
    for index in components.indices {
      let row = Array(repeating: 0, count: mcusPerRow * components[index].columns)
      components[index].samples = Array(
        repeating: row, count: mcuRows * components[index].rows)
    }
    for mcu in 0..<mcusPerRow * mcuRows {
      if interval > 0, mcu > 0, mcu % interval == 0 {
        bitBuffer = []
        next += 2
        for index in components.indices { components[index].mean = 0 }
      }
      for index in components.indices {
        for row in 0..<components[index].rows {
          for column in 0..<components[index].columns {
            readBlock(index)
            let y = mcu / mcusPerRow * components[index].rows + row
            let x = mcu % mcusPerRow * components[index].columns + column
            let first = components[index].mean * (quantization[components[index].table]?[0] ?? 1)
            components[index].samples[y][x] = min(max((first + 4) >> 3 + 128, 0), 255)
          }
        }
      }
    }
  }

  private mutating func readBlock(_ index: Int) {
    let size = symbol(components[index].differences)
    let value = bits(size)
    let isNegative = size > 0 && value < 1 << (size - 1)
    components[index].mean += isNegative ? value - (1 << size) + 1 : value
    var finished = 0
    while finished < 63 {
      let symbol = symbol(components[index].coefficients)
      if symbol == 0 { break }
      finished += symbol >> 4 + 1
      _ = bits(symbol & 15)
    }
  }

  private var pixels: (width: Int, height: Int, pixels: [UInt8]) {
    let most = (components.map(\.columns).max() ?? 1, components.map(\.rows).max() ?? 1)
    let size = ((width + 7) / 8, (height + 7) / 8)
    var pixels: [UInt8] = []
    func sample(_ index: Int, _ x: Int, _ y: Int) -> Int {
      let component = components[index]
      return component.samples[y * component.rows / most.1][x * component.columns / most.0]
    }
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let luma = sample(0, x, y)
        let blue = components.count == 1 ? 0 : sample(1, x, y) - 128
        let red = components.count == 1 ? 0 : sample(2, x, y) - 128
        let channels = [
          luma + (91881 * red + 32768) >> 16,
          luma + (-22554 * blue - 46802 * red + 32768) >> 16,
          luma + (116130 * blue + 32768) >> 16,
        ]
        pixels += channels.map { UInt8(min(max($0, 0), 255)) } + [255]
      }
    }
    return (size.0, size.1, pixels)
  }
}
