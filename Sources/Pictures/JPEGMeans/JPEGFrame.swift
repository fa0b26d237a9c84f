internal import JPEGLanes

/// What the header of a baseline JPEG file says, up to its coded data.
struct JPEGFrame: Equatable {
  struct Component: Equatable {
    var id = 0
    /// Blocks of an MCU along each side.
    var columns = 1
    var rows = 1
    /// What the mean of a block is multiplied with.
    var quantization: [Int32] = []
    var differences: SymbolCode
    var coefficients: SymbolCode
    /// Which of up to four tables each: what tells equal codes apart.
    var tables = (0, 0)

    static func == (a: Self, b: Self) -> Bool {
      a.id == b.id && a.columns == b.columns && a.rows == b.rows && a.tables == b.tables
        && a.quantization == b.quantization && a.differences == b.differences
        && a.coefficients == b.coefficients
    }
  }

  let width: Int
  let height: Int
  let components: [Component]
  /// MCUs between restart markers; 0 without.
  let restartInterval: Int
  /// Blocks along the sides of an MCU: pixels of the outline.
  let mcuColumns: Int
  let mcuRows: Int
  /// Rows of MCUs that libjpeg reads before it delivers the first of them: a grey file's sampling
  /// factors change nothing else.
  let rowsTogether: Int

  var mcusPerRow: Int { (width + 8 * mcuColumns - 1) / (8 * mcuColumns) }
  var mcuRowCount: Int { (height + 8 * mcuRows - 1) / (8 * mcuRows) }
  var blockCount: Int { mcusPerRow * mcuRowCount * blocksPerMCU }
  var blocksPerMCU: Int { components.reduce(0) { $0 + $1.columns * $1.rows } }

  /// Reads the header.
  ///
  /// - Throws: ``JPEGMeansError/declined(_:)`` for everything that is not an 8-bit file of one
  ///   sequential scan with Huffman codes, grey or YCbCr.
  init(_ reader: BufferedByteReader) throws(JPEGMeansError) {
    var parser = JPEGFrameParser()
    try parser.read(reader)
    guard let (width, height) = parser.size else { throw .declined("it has no frame header") }
    self.width = width
    self.height = height
    components = try parser.components()
    rowsTogether = parser.rowsTogether
    restartInterval = parser.restartInterval
    mcuColumns = components.reduce(1) { max($0, $1.columns) }
    mcuRows = components.reduce(1) { max($0, $1.rows) }
    // T.81, B.2.3 allows no more; sums of an MCU's differences rely on it
    // (`MCURowAssembler`).
    guard blocksPerMCU <= 10 else { throw .declined("an MCU has more than 10 blocks") }
    for (index, component) in components.enumerated() {
      guard samplesPerBlock(index) <= 2, mcuColumns % component.columns == 0,
        mcuRows % component.rows == 0
      else { throw .declined("its components have unusual sizes") }
    }
  }

  /// Pixels along the side of a component's block at 1/8 scale, as libjpeg chooses it: 1, 2 where
  /// the component is stored at half the size in both directions, and so on.
  ///
  /// libjpeg (jdmaster.c, `jpeg_calc_output_dimensions`) scales in the transform what it would
  /// otherwise have to enlarge afterwards.
  func samplesPerBlock(_ index: Int) -> Int {
    let component = components[index]
    var side = 1
    while side < 8, mcuColumns % (component.columns * side * 2) == 0,
      mcuRows % (component.rows * side * 2) == 0
    { side *= 2 }
    return side
  }
}
