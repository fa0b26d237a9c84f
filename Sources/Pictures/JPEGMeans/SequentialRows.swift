internal import JPEGLanes

/// The rows of MCUs of a file, decoded one after the other by the caller's thread.
///
/// Every symbol is read once (`SequentialPass`), where ``RowLine`` reads it twice so that several threads can
/// work. Both decline the same files.
final class SequentialRows: RowProducer {
  private let source: EntropyReader
  private let buffer: EntropyBuffer
  private let bodies: LaneBodies
  private let skipTables: SkipTables
  private let tables: SampleDecoder.Tables
  private let rows: SampleMemory
  private let mcusPerRow: Int
  private let rowCount: Int
  private let interval: Int
  private let blocks: UnsafeMutableBufferPointer<SequentialPass.Block>
  private let components: UnsafeMutablePointer<SequentialPass.Component>
  private let componentCount: Int
  private var memory: [UnsafeMutableRawPointer] = []
  private var place = SequentialPass.Place(bit: 0, phase: 0, column: 0)
  private var untilRestart: Int
  /// Restart markers of the buffer that lie behind the place.
  private var restarts = 0
  private var nextRow = 0
  private var failure: JPEGMeansError?

  init(
    _ reader: BufferedByteReader, _ frame: JPEGFrame, _ planes: [SamplePlane],
    settings: JPEGMeansSettings
  ) {
    source = EntropyReader(
      reader, allowsRestarts: frame.restartInterval > 0, settings: settings)
    buffer = EntropyBuffer(capacity: settings.pieceBytes)
    bodies = LaneBodies(settings)
    skipTables = SkipTables(frame, hasLanes: false)
    tables = SampleDecoder.Tables(frame, skipTables)
    rows = SampleMemory(planes, count: max(2, frame.rowsTogether))
    mcusPerRow = frame.mcusPerRow
    rowCount = frame.mcuRowCount
    interval = frame.restartInterval
    untilRestart = frame.restartInterval
    var blocks: [SequentialPass.Block] = []
    var stepTables: [UnsafePointer<UInt64>: UnsafeMutablePointer<UInt64>] = [:]
    componentCount = frame.components.count
    components = .allocate(capacity: componentCount)
    for (index, plane) in planes.enumerated() {
      for number in 0..<plane.columns * plane.rows {
        blocks.append(
          SequentialPass.Block(
            component: components + index,
            offset: number / plane.columns * 8 * plane.stride + number % plane.columns * 8,
            step: 8 * plane.columns))
      }
      let quantization = frame.components[index].quantization
      let differences = UnsafeMutablePointer<UInt16>.allocate(
        capacity: SequentialPass.differenceCount)
      SequentialPass.fillDifferences(differences, code: frame.components[index].differences)
      memory.append(UnsafeMutableRawPointer(differences))
      let pairs = tables.components[index].pairs
      let steps =
        stepTables[pairs] ?? UnsafeMutablePointer.allocate(capacity: SequentialPass.stepCount)
      if stepTables.updateValue(steps, forKey: pairs) == nil {
        SequentialPass.fillSteps(steps, pairs: pairs)
        memory.append(UnsafeMutableRawPointer(steps))
      }
      (components + index).initialize(
        to: SequentialPass.Component(
          tables: tables.components[index], steps: steps, differences: differences,
          factor: quantization[0],
          stride: plane.stride, target: rows.rows[0].planes[index],
          waiting: Self.makeWaiting(quantization, &memory)))
    }
    self.blocks = .allocate(capacity: blocks.count)
    _ = self.blocks.initialize(from: blocks)
  }

  deinit {
    for part in memory { part.deallocate() }
    components.deallocate()
    blocks.deallocate()
  }

  private static func makeWaiting(
    _ quantization: [Int32], _ memory: inout [UnsafeMutableRawPointer]
  ) -> SequentialPass.Waiting {
    let scratch = UnsafeMutableRawPointer.allocate(
      byteCount: SamplePass.scratchBytes, alignment: 64)
    SamplePass.prepare(scratch, quantization: quantization)
    let numberBytes = 2 * SequentialPass.numberCount
    let numbers = UnsafeMutableRawPointer.allocate(byteCount: numberBytes, alignment: 64)
    let lists = UnsafeMutableRawPointer.allocate(
      byteCount: SequentialPass.listBytes, alignment: 64)
    memory += [scratch, numbers, lists]
    return SequentialPass.Waiting(
      scratch: scratch,
      numbers: numbers.initializeMemory(
        as: Int16.self, repeating: 0, count: SequentialPass.numberCount),
      lists: lists.initializeMemory(
        as: UInt8.self, repeating: 0, count: SequentialPass.listBytes))
  }

  var secondsBeside: Double { 0 }

  var heldBytes: Int {
    rows.rows.count * SampleMemory.byteCount(rows.planes) + buffer.capacity
  }

  func free(before number: Int) {}

  /// The samples of the next row of MCUs, the caller's until the one after the next is asked for.
  func row(_ number: Int) throws(JPEGMeansError) -> SampleRow {
    if let failure { throw failure }
    do throws(JPEGMeansError) {
      while nextRow <= number { try readRow() }
    } catch {
      failure = error
      throw error
    }
    return rows.rows[number % rows.rows.count]
  }

  private func readRow() throws(JPEGMeansError) {
    let target = rows.rows[nextRow % rows.rows.count]
    for index in 0..<componentCount { components[index].begin(target.planes[index]) }
    place.column = 0
    while place.column < mcusPerRow {
      let first = place.column
      let end = interval > 0 ? min(mcusPerRow, first + untilRestart) : mcusPerRow
      try readBlocks(to: end)
      guard interval > 0 else { continue }
      untilRestart -= end - first
      // No marker stands behind the last MCU (T.81, E.1.4), even where the interval ends
      // there.
      let isLast = nextRow == rowCount - 1 && end == mcusPerRow
      if untilRestart == 0, !isLast { try passRestart() }
    }
    if bodies.finishSequential(components, componentCount) {
      throw .declined("a sample is out of range")
    }
    if nextRow == rowCount - 1 { try passEnd() }
    nextRow += 1
  }

  /// The bit where the data up to the next marker ends; `nil` where that is not at hand.
  private var segmentEnd: Int? {
    if restarts < buffer.restarts.count { return 8 * buffer.restarts[restarts] }
    return buffer.isComplete ? 8 * buffer.count : nil
  }

  private func readBlocks(to end: Int) throws(JPEGMeansError) {
    while place.column < end {
      // A block that begins before the tail ends within it: 512 bytes are more than 64
      // symbols of 32 bits take.
      let limit = segmentEnd ?? 8 * (buffer.count - EntropyReader.tailBytes)
      bodies.readSequential(
        &place, end, limit, UnsafeBufferPointer(blocks), UnsafeRawPointer(buffer.bytes))
      // The last block may have been read on into what pads the data.
      guard !place.isDamaged, place.bit <= segmentEnd ?? .max else {
        throw .declined("a block is damaged")
      }
      guard place.column < end else { return }
      try readOn()
    }
  }

  /// Fetches more data, where blocks are left and none begins any more in what is at hand.
  private func readOn() throws(JPEGMeansError) {
    guard segmentEnd == nil else {
      throw .declined("the data between two markers is not as long as it should be")
    }
    guard place.bit >= 8 * (buffer.count - EntropyReader.tailBytes) else {
      throw .declined("a marker is missing")
    }
    try source.fill(buffer, after: buffer.count > 0 ? buffer : nil)
    place.bit -= 8 * buffer.start
    restarts = 0
  }

  /// Passes over what is left of the data before a marker: less than a byte.
  private func passSegmentEnd() throws(JPEGMeansError) {
    while segmentEnd == nil { try readOn() }
    guard let end = segmentEnd, place.bit <= end, end - place.bit < 8 else {
      throw .declined("the data between two markers is not as long as it should be")
    }
    place.bit = end
  }

  private func passRestart() throws(JPEGMeansError) {
    try passSegmentEnd()
    guard restarts < buffer.restarts.count else { throw .declined("a restart marker is missing") }
    restarts += 1
    untilRestart = interval
    for index in 0..<componentCount { components[index].restart() }
  }

  private func passEnd() throws(JPEGMeansError) {
    try passSegmentEnd()
    guard restarts == buffer.restarts.count, buffer.isComplete else {
      throw .declined("a marker is one too many")
    }
  }
}
