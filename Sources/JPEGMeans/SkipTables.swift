internal import JPEGLanes

/// The tables of a frame's lanes, which lie in memory as long as this lives.
///
/// Tables that several components share are made once.
final class SkipTables {
  /// What lanes walk by.
  let lanes: LaneTables
  /// For each block of the MCU a table of its differences.
  let differences: UnsafePointer<UInt16>
  /// For each state its code.
  let codes: UnsafePointer<SymbolCode>
  /// Bits that each block takes at least.
  let shortestBlock: Int

  private let entries: UnsafeMutablePointer<UInt16>
  private let offsets: UnsafeMutablePointer<Int>
  private let successors: UnsafeMutablePointer<Int>
  private let stateCodes: UnsafeMutablePointer<SymbolCode>
  private let stateCount: Int
  private let differenceEntries: UnsafeMutablePointer<UInt16>

  /// Makes the tables of a frame.
  init(_ frame: JPEGFrame) {
    let size = LaneTables.entryCount
    let blocks = frame.components.flatMap {
      Array(repeating: $0, count: $0.columns * $0.rows)
    }
    stateCount = 2 * blocks.count
    entries = .allocate(capacity: 2 * frame.components.count * size)
    offsets = .allocate(capacity: stateCount)
    successors = .allocate(capacity: stateCount)
    stateCodes = .allocate(capacity: stateCount)
    differenceEntries = .allocate(capacity: blocks.count << DifferencePass.windowBits)
    var shortest = Int(LaneRun.damagedBits)
    var tableCount = 0
    var known: [(tables: (Int, Int), first: Int)] = []
    for (index, component) in blocks.enumerated() {
      var first = known.first { $0.tables == component.tables }?.first
      if first == nil {
        first = tableCount
        known.append((component.tables, tableCount))
        let coefficients = SymbolTable(component.coefficients, isDifference: false)
        let differences = SymbolTable(component.differences, isDifference: true)
        // SAFETY: there is room for two tables for each component, and these are its first two.
        let target = entries + tableCount * size
        differences.fill(target, followedBy: coefficients)
        coefficients.fill(target + size, followedBy: coefficients)
        tableCount += 2
      }
      (offsets + 2 * index).initialize(to: (first ?? 0) * size)
      (offsets + 2 * index + 1).initialize(to: ((first ?? 0) + 1) * size)
      let successor = 2 * ((index + 1) % blocks.count)
      (successors + 2 * index).initialize(repeating: successor, count: 2)
      (stateCodes + 2 * index).initialize(to: component.differences)
      (stateCodes + 2 * index + 1).initialize(to: component.coefficients)
      shortest = min(
        shortest, component.differences.shortestLength + component.coefficients.shortestLength)
      SymbolTable(component.differences, isDifference: true)
        .fillDifferences(differenceEntries + index << DifferencePass.windowBits)
    }
    shortestBlock = shortest
    lanes = LaneTables(
      entries: UnsafePointer(entries), offsets: UnsafePointer(offsets),
      successors: UnsafePointer(successors), codes: UnsafePointer(stateCodes))
    differences = UnsafePointer(differenceEntries)
    codes = UnsafePointer(stateCodes)
  }

  deinit {
    entries.deallocate()
    offsets.deallocate()
    successors.deallocate()
    stateCodes.deinitialize(count: stateCount)
    stateCodes.deallocate()
    differenceEntries.deallocate()
  }
}
