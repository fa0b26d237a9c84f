/// An object file made of two versions of one: the base's, in which some functions are the candidate's.
///
/// All sections of the base stay, and those of the candidate are added that the exchanged functions need. Who
/// refers to an exchanged function gets the candidate's; variables stay those of the base, so that there is one
/// of each. Constants are those of the version whose code refers to them, where they differ. What only the
/// candidate has comes along with the functions that need it.
///
/// Debug information is left out. Whether functions of both versions agree in what they pass to each other is not
/// known: only a run shows that.
package struct HybridObject {
  /// Why there is no such file, as the end of a sentence.
  package struct Refusal: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  enum Side: Int, CaseIterable {
    case base
    case candidate
  }

  /// A symbol of a version.
  struct Definition: Hashable {
    let side: Side
    let symbol: Int
  }

  /// What a place refers to.
  enum Target {
    case symbol(Definition, addend: Int64)
    /// A place of the same version's section.
    case section(Int, addend: Int64)
    /// A name that the version does not define.
    case name(String, addend: Int64)
  }

  let versions: [HybridVersion]
  /// The keys of all functions that are exchanged.
  var exchanged: Set<String>
  /// The candidate's functions that become part of the file.
  var live: Set<HybridVersion.Place> = []
  /// The candidate's sections that become part of the file.
  var included: Set<Int> = []
  /// The candidate's functions and data whose references were not looked at yet.
  var waiting: [HybridVersion.Place] = []
  var waitingData: [Int] = []

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - base: the base's version.
  ///   - candidate: the candidate's version.
  ///   - names: the functions that are exchanged, by ``ObjectPiece/key``.
  /// - Returns: the bytes of the file.
  /// - Throws: ``Refusal`` where it is not certain what is a function and what refers to it.
  package static func contents(
    base: ObjectFile, candidate: ObjectFile, exchanging names: Set<String>
  ) throws(Refusal) -> [UInt8] {
    guard base.machine == candidate.machine else {
      throw Refusal(description: "both versions are for different processors")
    }
    var hybrid = HybridObject(base: base, candidate: candidate, exchanging: names)
    try hybrid.findNeeded()
    return try hybrid.written()
  }

  private init(base: ObjectFile, candidate: ObjectFile, exchanging names: Set<String>) {
    versions = [HybridVersion(base), HybridVersion(candidate)]
    exchanged = names
    // All names of a function are exchanged together.
    for version in versions {
      for symbols in version.functions.values {
        let keys = symbols.map { version.keys[$0] }
        if keys.contains(where: names.contains) { exchanged.formUnion(keys) }
      }
    }
  }

  func version(_ side: Side) -> HybridVersion { versions[side.rawValue] }

  // MARK: What places refer to

  /// Which version's function, variable or constant stands for that of a version.
  func chosen(_ own: Definition) throws(Refusal) -> Definition {
    let version = version(own.side)
    let other: Side = own.side == .base ? .candidate : .base
    let key = version.keys[own.symbol]
    let mine = version.definitions[key] ?? []
    let theirs = self.version(other).definitions[key] ?? []
    guard let place = mine.firstIndex(of: own.symbol), let first = theirs.first,
      self.version(other).isCode(first) == version.isCode(own.symbol)
    else { return own }
    if version.isCode(own.symbol) {
      let isExchanged = exchanged.contains(key)
      guard own.side != (isExchanged ? .candidate : .base) else { return own }
      guard mine.count == 1, theirs.count == 1 else {
        if isExchanged { throw Refusal(description: "several functions are called '\(key)'") }
        return own
      }
      return Definition(side: other, symbol: first)
    }
    guard own.side == .candidate else { return own }
    let isWritable = version.isWritable(own.symbol)
    guard mine.count == theirs.count else {
      if isWritable { throw Refusal(description: "several variables are called '\(key)'") }
      return own
    }
    let partner = theirs[place]
    guard isWritable else {
      let isEqual = mine.count == 1 && version.isEqual(key, to: self.version(other))
      return isEqual ? Definition(side: other, symbol: partner) : own
    }
    guard
      version.file.symbols[own.symbol].size == self.version(other).file.symbols[partner].size
    else { throw Refusal(description: "the variable '\(key)' has another size") }
    return Definition(side: other, symbol: partner)
  }

  /// What a place of a version refers to.
  func target(
    of relocation: ObjectFile.Relocation, in index: Int, of side: Side
  ) throws(Refusal) -> Target {
    let version = version(side)
    let symbol = version.file.symbols[relocation.symbol]
    guard case .section(let place) = symbol.place else {
      return symbol.place == .absolute
        ? .symbol(Definition(side: side, symbol: relocation.symbol), addend: relocation.addend)
        : .name(symbol.name, addend: relocation.addend)
    }
    let value = Int64(clamping: symbol.value)
    let correction = version.correction(of: relocation, in: index)
    let offset = Int(clamping: value &+ relocation.addend &+ Int64(correction))
    let section = version.file.sections[index]
    var found: Int?
    if !version.file.sections[place].flags.contains(.executable) {
      found =
        symbol.isLabel ? version.variable(in: place, at: offset) : relocation.symbol
    } else if !section.isUnwinding {
      // Of what the linker writes into a table of its own, the number is not a distance from the function.
      let isAtBeginning =
        offset == Int(clamping: value) || RelocationKind.isOfTable(relocation.type)
      found =
        !symbol.isLabel && isAtBeginning
        ? relocation.symbol
        : version.functions[HybridVersion.Place(section: place, offset: offset)]?.first
    }
    // A distance in a table counts from its beginning, which is not known here.
    let isDistance =
      symbol.isLabel && !section.flags.contains(.executable)
      && RelocationKind.countsFromInstruction(relocation.type)
    if let found, !isDistance {
      let best = try chosen(Definition(side: side, symbol: found))
      // A function is a name also where its own version is chosen, because it is needed then.
      if best.side != side || version.isCode(found) {
        let distance = value &- Int64(clamping: version.file.symbols[found].value)
        return .symbol(best, addend: relocation.addend &+ distance)
      }
    }
    // Of a constant that the linker may merge, the label says which it is.
    return symbol.isSection
      ? .section(place, addend: relocation.addend &+ value)
      : .symbol(
        Definition(side: side, symbol: relocation.symbol), addend: relocation.addend)
  }

  /// A place where the linker is to fill in the distance to a function of the other version.
  struct Branch {
    let offset: Int
    let target: Definition
    let addend: Int64
    /// Whether a jump of five bytes is written there, at the beginning of the function that is not chosen.
    let isAdded: Bool
  }

  /// The jumps and calls of a function to one of the other version that the assembler filled in.
  func branches(
    from place: HybridVersion.Place, of side: Side
  ) throws(Refusal) -> [Branch] {
    let version = version(side)
    guard let range = version.range(of: place) else { return [] }
    var found: [Branch] = []
    for branch in version.branches(from: place) {
      let callee = HybridVersion.Place(section: place.section, offset: branch.target)
      guard let symbol = version.functions[callee]?.first else { continue }
      let best = try chosen(Definition(side: side, symbol: symbol))
      guard best.side != side else { continue }
      let start = range.lowerBound + branch.place.lowerBound
      if branch.place.count == 4,
        let distance = try? ByteReader(version.file.contents).integer(
          at: version.file.sections[place.section].bytes.lowerBound + start, as: Int32.self)
      {
        found.append(
          Branch(
            offset: start, target: best, addend: Int64(start - branch.target + Int(distance)),
            isAdded: false))
        continue
      }
      // A jump of one byte does not reach so far: it goes on from where it leads.
      guard let size = version.range(of: callee)?.count, size >= 5 else {
        throw Refusal(description: "'\(version.keys[symbol])' has no room for a jump")
      }
      found.append(Branch(offset: branch.target, target: best, addend: -4, isAdded: true))
    }
    return found
  }

  // MARK: What is needed

  /// Finds what the exchanged functions need of the candidate.
  mutating func findNeeded() throws(Refusal) {
    let own = version(.candidate)
    waiting = own.functions.filter { _, symbols in
      symbols.contains { exchanged.contains(own.keys[$0]) }
    }.map(\.key)
    guard !waiting.isEmpty else { throw Refusal(description: "it has none of the functions") }
    var isComplete = false
    while !isComplete {
      isComplete = true
      while let place = waiting.popLast() {
        guard live.insert(place).inserted else { continue }
        isComplete = false
        guard let range = own.range(of: place) else {
          throw Refusal(description: "the functions of a section cannot be told apart")
        }
        try include(place.section)
        for relocation in own.file.sections[place.section].relocations
        where range.contains(Int(clamping: relocation.offset)) {
          try need(target(of: relocation, in: place.section, of: .candidate))
        }
        for branch in own.branches(from: place) {
          let callee = HybridVersion.Place(section: place.section, offset: branch.target)
          guard let symbol = own.functions[callee]?.first else { continue }
          let best = try chosen(Definition(side: .candidate, symbol: symbol))
          if best.side == .candidate { waiting.append(callee) }
        }
      }
      while let index = waitingData.popLast() {
        isComplete = false
        for relocation in own.file.sections[index].relocations {
          try need(target(of: relocation, in: index, of: .candidate))
        }
      }
      // What says how functions are left refers to more.
      for (index, section) in own.file.sections.enumerated() where section.isUnwinding {
        for relocation in try unwinding(index).relocations {
          try need(target(of: relocation, in: index, of: .candidate))
        }
      }
      if !waiting.isEmpty || !waitingData.isEmpty { isComplete = false }
    }
  }

  mutating func need(_ target: Target) throws(Refusal) {
    switch target {
    case .symbol(let definition, _):
      guard definition.side == .candidate,
        case .section(let section) = version(.candidate).file.symbols[definition.symbol].place
      else { return }
      try include(section)
      guard version(.candidate).isCode(definition.symbol) else { return }
      let value = Int(clamping: version(.candidate).file.symbols[definition.symbol].value)
      let place = HybridVersion.Place(section: section, offset: value)
      if !live.contains(place) { waiting.append(place) }
    case .section(let section, _): try include(section)
    case .name: break
    }
  }

  mutating func include(_ index: Int) throws(Refusal) {
    guard included.insert(index).inserted else { return }
    let section = version(.candidate).file.sections[index]
    guard !section.isList else {
      throw Refusal(description: "they refer to the list '\(section.name)'")
    }
    if !section.flags.contains(.executable) { waitingData.append(index) }
  }

  /// The candidate's records of how its functions are left that become part of the file.
  func unwinding(
    _ index: Int
  ) throws(Refusal) -> (bytes: [UInt8], relocations: [ObjectFile.Relocation]) {
    let file = version(.candidate).file
    guard let records = UnwindingRecords(file.sections[index], of: file) else {
      throw Refusal(description: "how they are left on an error is written in an unknown way")
    }
    return records.kept { relocation in
      let symbol = file.symbols[relocation.symbol]
      guard case .section(let section) = symbol.place else { return false }
      let offset = Int64(clamping: symbol.value) &+ relocation.addend
      return live.contains(HybridVersion.Place(section: section, offset: Int(clamping: offset)))
    }
  }
}
