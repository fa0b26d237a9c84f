internal import JPEGLanes

/// The tables of a frame's codes, and of its lanes where there are any, which lie in memory as long as
/// this lives.
///
/// Tables that several components share are made once.
final class SkipTables {
  /// The states of lanes, two for each block of the MCU.
  private let nodes: UnsafeMutablePointer<LaneNode>
  /// For each block of the MCU a table of its differences.
  let differences: UnsafePointer<UnsafePointer<Int16>>
  /// For each state its code.
  let codes: UnsafePointer<SymbolCode>
  /// Bits that each block takes at least.
  let shortestBlock: Int

  private let entries: UnsafeMutablePointer<UInt16>
  private let longEntries: UnsafeMutablePointer<UInt16>
  private let stateCodes: UnsafeMutablePointer<SymbolCode>
  private let stateCount: Int
  private let differenceEntries: UnsafeMutablePointer<Int16>
  private let differenceTables: UnsafeMutablePointer<UnsafePointer<Int16>>

  /// Makes the tables of a frame.
  ///
  /// - Parameters:
  ///   - frame: the frame.
  ///   - hasLanes: whether lanes are to walk by them. Theirs are the largest, and nothing else reads them
  ///     or ``differences``.
  init(_ frame: JPEGFrame, hasLanes: Bool = true) {
    let size = LaneNode.entryCount
    let blocks = frame.components.flatMap {
      Array(repeating: $0, count: $0.columns * $0.rows)
    }
    stateCount = 2 * blocks.count
    entries = .allocate(capacity: 2 * frame.components.count * size)
    // The system gives a page when it is first written to, and long codes are few.
    longEntries = .allocate(capacity: 2 * frame.components.count * SymbolCode.mostLong)
    nodes = .allocate(capacity: stateCount)
    stateCodes = .allocate(capacity: stateCount)
    differenceEntries = .allocate(
      capacity: frame.components.count << DifferencePass.windowBits)
    differenceTables = .allocate(capacity: blocks.count)
    var shortest = Int(LaneRun.damagedBits)
    var tableCount = 0
    var firsts: [Int] = []
    var known: [(tables: (Int, Int), first: Int)] = []
    for (index, component) in blocks.enumerated() {
      var first = known.first { $0.tables == component.tables }?.first
      if first == nil {
        first = tableCount
        known.append((component.tables, tableCount))
        if hasLanes {
          let coefficients = SymbolTable(component.coefficients, isDifference: false)
          let differences = SymbolTable(component.differences, isDifference: true)
          // SAFETY: there is room for two tables for each component, and these are its first two.
          let target = entries + tableCount * size
          differences.fill(target, followedBy: coefficients)
          coefficients.fill(target + size, followedBy: coefficients)
          let longTarget = longEntries + tableCount * SymbolCode.mostLong
          SymbolTable.fillLong(longTarget, component.differences, isDifference: true)
          SymbolTable.fillLong(
            longTarget + SymbolCode.mostLong, component.coefficients, isDifference: false)
          Self.fillDifferences(
            differenceEntries + (tableCount / 2) << DifferencePass.windowBits,
            component.differences)
        }
        tableCount += 2
      }
      firsts.append(first ?? 0)
      (stateCodes + 2 * index).initialize(to: component.differences)
      (stateCodes + 2 * index + 1).initialize(to: component.coefficients)
      shortest = min(
        shortest, component.differences.shortestLength + component.coefficients.shortestLength)
      let own = differenceEntries + ((first ?? 0) / 2) << DifferencePass.windowBits
      (differenceTables + index).initialize(to: UnsafePointer(own))
    }
    // Two states for each block of the MCU: node 2 i is before its first symbol, node 2 i + 1
    // within it.
    //
    //     block 0                 block 1                 …   the last block
    //     ( 0 ) ─▶ ( 1 ) ↺        ( 2 ) ─▶ ( 3 ) ↺            ( … ) ↺
    //                 └──────────▶                   └─▶ …         └─▶ ( 0 )
    //
    // The arrow to the same node is `within`, that to the next block's first one is `after`.
    for (index, first) in firsts.enumerated() {
      let next = (index + 1) % blocks.count
      for side in 0..<2 {
        let state = 2 * index + side
        (nodes + state).initialize(
          to: LaneNode(
            entries: UnsafePointer(entries + (first + side) * size),
            entriesWithin: UnsafePointer(entries + (first + 1) * size),
            entriesAfter: UnsafePointer(entries + firsts[next] * size),
            within: UnsafeRawPointer(nodes + 2 * index + 1),
            after: UnsafeRawPointer(nodes + 2 * next),
            code: UnsafePointer(stateCodes + state),
            longEntries: UnsafePointer(longEntries + (first + side) * SymbolCode.mostLong),
            isDifference: side == 0))
      }
    }
    shortestBlock = shortest
    differences = UnsafePointer(differenceTables)
    codes = UnsafePointer(stateCodes)
  }

  /// Fills a table of `DifferencePass`.
  private static func fillDifferences(
    _ target: UnsafeMutablePointer<Int16>, _ code: SymbolCode
  ) {
    let width = DifferencePass.windowBits
    target.initialize(repeating: DifferencePass.exception, count: 1 << width)
    code.forEachWindow(bits: width) { windows, symbol, length in
      let size = Int(symbol)
      let left = width - length - size
      guard size <= 11, left >= 0 else { return }
      for bits in 0..<1 << size {
        (target + windows.lowerBound + bits << left).update(
          repeating: magnitude(bits, size: size), count: 1 << left)
      }
    }
  }

  /// The state before a block of the MCU.
  func node(before block: Int) -> UnsafePointer<LaneNode> { UnsafePointer(nodes + 2 * block) }

  /// The block of the MCU that a state is before.
  func phase(of node: UnsafePointer<LaneNode>) -> Int { (node - UnsafePointer(nodes)) / 2 }

  deinit {
    entries.deallocate()
    longEntries.deallocate()
    nodes.deallocate()
    stateCodes.deinitialize(count: stateCount)
    stateCodes.deallocate()
    differenceEntries.deallocate()
    differenceTables.deallocate()
  }
}
