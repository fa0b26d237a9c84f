internal import JPEGLanes
internal import LargePages

/// The samples of one row of MCUs.
///
/// Memory for several rows of MCUs, one beside the other, is made at once (``SampleMemory``).
struct SampleRow {
  /// For each component its first sample; a row of it begins ``SamplePlane/stride`` later.
  let planes: [UnsafeMutablePointer<UInt8>]
}

/// What the samples of one component in a row of MCUs look like.
struct SamplePlane {
  /// Blocks of an MCU along each side.
  let columns: Int
  let rows: Int
  /// Samples of a row that belong to the picture.
  let width: Int
  /// Samples of a column, in the whole picture, that belong to it.
  let height: Int
  /// Bytes from one row of samples to the next.
  let stride: Int

  /// Bytes before the first sample of each row: one is a copy of it.
  static let margin = 16

  init(_ frame: JPEGFrame, _ index: Int) {
    let component = frame.components[index]
    (columns, rows) = (component.columns, component.rows)
    width = (frame.width * columns + frame.mcuColumns - 1) / frame.mcuColumns
    height = (frame.height * rows + frame.mcuRows - 1) / frame.mcuRows
    stride = frame.mcusPerRow * columns * 8 + 2 * Self.margin
  }

  /// Rows of samples in a row of MCUs.
  var sampleRows: Int { 8 * rows }
}

/// Memory for the samples of some rows of MCUs.
final class SampleMemory {
  let planes: [SamplePlane]
  let rows: [SampleRow]
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Makes memory for `count` rows of MCUs.
  init(_ planes: [SamplePlane], count: Int) {
    self.planes = planes
    let sizes = planes.map { $0.stride * $0.sampleRows }
    // A row of samples with its margins; what is read before and behind it lies in those of
    // its neighbours, and behind the last one in memory of its own.
    //
    //     | 16 | samples of the MCUs | 16 | 16 | samples … | 16 | 64 |
    let all = sizes.reduce(0, +) * count + ChromaRow.mostAtOnce
    bytes = .allocatePages(capacity: all)
    bytes.initialize(repeating: 0, count: all)
    var next = bytes + SamplePlane.margin
    var rows: [SampleRow] = []
    for _ in 0..<count {
      var own: [UnsafeMutablePointer<UInt8>] = []
      for size in sizes {
        own.append(next)
        next += size
      }
      rows.append(SampleRow(planes: own))
    }
    self.rows = rows
  }

  deinit { bytes.freePages() }

  /// Bytes that a row of MCUs takes.
  static func byteCount(_ planes: [SamplePlane]) -> Int {
    planes.reduce(0) { $0 + $1.stride * $1.sampleRows }
  }
}
