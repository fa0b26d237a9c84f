internal import Hashing

/// A function or a variable of an object file, told from others by what it is and not by where it lies.
package struct ObjectPiece: Hashable, Sendable {
  /// Its name, as the object file has it.
  package let name: String
  /// Whether it is code.
  package let isCode: Bool
  /// Whether the file says where it begins and ends, so that others find it by its name; assembler often
  /// does not.
  package var isSized = true
  /// Whether only its own object file knows it, so that others may have one of its name.
  package var isLocal = false
  /// Bytes in memory.
  package let size: Int
  /// The section that it is in.
  package let section: String
  /// Where it begins in the section.
  package let offset: Int
  /// A hash of its bytes and of the names of what it refers to.
  package let fingerprint: UInt64

  /// Its name without the number that the compiler gave it: `counter` of `counter.2`.
  package var key: String { Self.key(of: name) }

  /// A name without the number that the compiler gave it.
  package static func key(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      name[name.index(after: dot)...].allSatisfy(\.isNumber), !name.hasSuffix(".")
    else { return name }
    return String(name[..<dot])
  }
}

extension ObjectFile {
  /// The name of the source file, without a folder; `nil` where the file does not hold it.
  package var sourceName: String? {
    symbols.lazy.filter(\.isFile).map(\.name).first { !$0.isEmpty && !$0.hasPrefix("<") }
  }

  /// Its functions and variables, in the order of its sections.
  ///
  /// What a function refers to is compared by name, and constants without a name by what they hold: a
  /// function that only moved, or whose neighbours changed, is the same piece.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the file.
  package var pieces: [ObjectPiece] { ObjectPieces(of: self).found }
}

/// Finds the functions and variables of an object file.
private struct ObjectPieces {
  private(set) var found: [ObjectPiece] = []
  private let file: ObjectFile
  private var divided: [Int: DividedCode] = [:]
  private var symbols: [Int: [ObjectFile.Symbol]] = [:]
  /// Where code refers to constants without a name, by section.
  private var references: [Int: [Int]] = [:]

  /// How far constants that refer to others are followed.
  private static let depth = 3

  init(of file: ObjectFile) {
    self.file = file
    for symbol in file.symbols where !symbol.isSection && !symbol.isFile && !symbol.name.isEmpty {
      if case .section(let section) = symbol.place { symbols[section, default: []].append(symbol) }
    }
    for section in symbols.keys {
      symbols[section]?.sort { ($0.value, $1.size, $0.name) < ($1.value, $0.size, $1.name) }
    }
    for index in file.sections.indices where file.sections[index].isFilledCode {
      divided[index] = DividedCode(section: index, of: file)
    }
    noteReferences()
    for index in file.sections.indices { addPieces(of: index) }
  }

  private mutating func noteReferences() {
    for (index, section) in file.sections.enumerated() {
      for relocation in section.relocations {
        guard case .section(let data, let offset) = place(relocation, in: index),
          !file.sections[data].flags.contains(.executable)
        else { continue }
        references[data, default: []].append(offset)
      }
    }
    for section in references.keys { references[section]?.sort() }
  }

  // MARK: Pieces

  private mutating func addPieces(of index: Int) {
    let section = file.sections[index]
    guard section.flags.contains(.allocated), section.size > 0,
      ![".eh_frame", ".note"].contains(where: section.name.hasPrefix)
    else { return }
    if let code = divided[index] {
      for function in code.functions {
        add(function.range, of: index, symbol(at: function.range.lowerBound, in: index))
      }
      return
    }
    let own = (symbols[index] ?? []).filter { $0.size > 0 }
    // What cannot be divided for certain is one piece, called by its first name.
    if section.flags.contains(.executable) || own.isEmpty {
      guard
        section.flags.contains(.executable) || section.flags.contains(.retained)
          || section.name.contains("_array")
      else { return }
      let first = own.first ?? symbols[index]?.first { $0.binding != .local }
      add(
        0..<section.size, of: index, first, isSized: !own.isEmpty)
      return
    }
    var end = 0
    for symbol in own {
      guard let start = Int(exactly: symbol.value), let size = Int(exactly: symbol.size),
        start >= end, start <= section.size, size <= section.size - start
      else { continue }
      add(start..<start + size, of: index, symbol)
      end = start + size
    }
  }

  private func symbol(at offset: Int, in section: Int) -> ObjectFile.Symbol? {
    let here = (symbols[section] ?? []).filter { $0.value == UInt64(offset) && $0.isFunction }
    return here.first { $0.binding != .local } ?? here.first
  }

  private mutating func add(
    _ range: Range<Int>, of index: Int, _ symbol: ObjectFile.Symbol?, isSized: Bool = true
  ) {
    let section = file.sections[index]
    var hash = WordHash()
    describe(range, of: index, depth: 0, in: &hash)
    found.append(
      ObjectPiece(
        name: symbol?.name ?? section.name, isCode: section.flags.contains(.executable),
        isSized: isSized, isLocal: symbol?.binding == .local, size: range.count,
        section: section.name, offset: range.lowerBound, fingerprint: hash.value))
  }

  // MARK: Fingerprints

  private func describe(_ range: Range<Int>, of index: Int, depth: Int, in hash: inout WordHash) {
    let section = file.sections[index]
    hash.add(UInt64(range.count))
    hash.add(UInt64(section.flags.subtracting([.grouped, .retained]).rawValue))
    let function = divided[index]?.function(at: range.lowerBound)
    if section.bytes.count == section.size {
      var bytes = Array(
        file.contents[section.bytes].dropFirst(range.lowerBound).prefix(range.count))
      // How far it is to a neighbour says where it lies.
      for branch in function?.branches ?? [] {
        for place in branch.place where bytes.indices.contains(place) { bytes[place] = 0 }
      }
      hash.add(bytes)
    }
    for branch in function?.branches ?? [] { add(code: index, branch.target, to: &hash) }
    for relocation in relocations(of: section, in: range) {
      hash.add(relocation.offset &- UInt64(range.lowerBound))
      hash.add(UInt64(relocation.type))
      let start = section.flags.contains(.executable) ? nil : range.lowerBound
      switch place(relocation, in: index, tableStart: start) {
      case .named(let name, let offset):
        add(name, to: &hash)
        hash.add(UInt64(bitPattern: Int64(offset)))
      case .section(let target, let offset):
        if file.sections[target].flags.contains(.executable) {
          add(code: target, offset, to: &hash)
        } else {
          add(data: target, offset, depth: depth, to: &hash)
        }
      }
    }
  }

  /// The relocations of a part of a section, which are sorted by their offsets.
  private func relocations(
    of section: ObjectFile.Section, in range: Range<Int>
  ) -> ArraySlice<ObjectFile.Relocation> {
    func first(notBelow offset: Int) -> Int {
      var (low, high) = (0, section.relocations.count)
      while low < high {
        let middle = (low + high) / 2
        if section.relocations[middle].offset < UInt64(offset) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
    return section.relocations[
      first(notBelow: range.lowerBound)..<first(notBelow: range.upperBound)]
  }

  private func add(_ name: String, to hash: inout WordHash) { hash.add(Array(name.utf8)) }

  /// A place in code, by the function that it is in.
  private func add(code index: Int, _ offset: Int, to hash: inout WordHash) {
    let start = divided[index]?.function(at: offset)?.range.lowerBound
    if let start {
      add(symbol(at: start, in: index)?.name ?? file.sections[index].name, to: &hash)
      hash.add(UInt64(offset - start))
      return
    }
    let before = (symbols[index] ?? []).last { $0.isFunction && $0.value <= UInt64(max(offset, 0)) }
    add(before?.name ?? file.sections[index].name, to: &hash)
    hash.add(UInt64(bitPattern: Int64(offset) &- Int64(bitPattern: before?.value ?? 0)))
  }

  /// A place in data: by the variable that it is in, else by what is there.
  private func add(
    data index: Int, _ offset: Int, depth: Int, to hash: inout WordHash
  ) {
    let section = file.sections[index]
    let place = UInt64(max(offset, 0))
    let variable = (symbols[index] ?? []).last {
      $0.value <= place && place - $0.value < max($0.size, 1)
    }
    if let variable {
      add(ObjectPiece.key(of: variable.name), to: &hash)
      hash.add(UInt64(bitPattern: Int64(offset)) &- variable.value)
      return
    }
    guard offset >= 0, offset < section.size, depth < Self.depth else {
      add(section.name, to: &hash)
      hash.add(UInt64(bitPattern: Int64(offset)))
      return
    }
    let end = end(ofConstantAt: offset, in: index)
    describe(offset..<end, of: index, depth: depth + 1, in: &hash)
  }

  private func end(ofConstantAt offset: Int, in index: Int) -> Int {
    let section = file.sections[index]
    if section.flags.contains(.mergeable), section.bytes.count == section.size {
      if section.flags.contains(.strings), section.entrySize == 1 {
        let rest = file.contents[section.bytes].dropFirst(offset)
        return rest.firstIndex(of: 0).map { $0 + 1 - section.bytes.lowerBound } ?? section.size
      }
      if section.entrySize > 0 {
        return offset + min(section.entrySize, section.size - offset)
      }
    }
    // A constant without a name ends where code refers to the next one, where a name begins,
    // or with its section.
    let starts = references[index] ?? []
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    let next = low < starts.count ? starts[low] : section.size
    let named = (symbols[index] ?? []).first { $0.value > UInt64(offset) }?.value
    return min(next, named.flatMap { Int(exactly: $0) } ?? section.size, section.size)
  }

  // MARK: Places

  private enum Place {
    case named(String, Int)
    case section(Int, Int)
  }

  /// What a relocation refers to.
  ///
  /// - Parameters:
  ///   - relocation: the relocation.
  ///   - index: the section that it is in.
  ///   - tableStart: where the table begins whose entries are distances from there.
  /// - Returns: a name or a section, with how far it is from there.
  private func place(
    _ relocation: ObjectFile.Relocation, in index: Int, tableStart: Int? = nil
  ) -> Place {
    let symbol = file.symbols[relocation.symbol]
    var addend = Int(clamping: relocation.addend)
    if let code = divided[index] {
      // The addend of a distance makes up for what lies between its place and the
      // instruction's end, −4 mostly: with that added it is how far from the symbol.
      addend &+= code.function(at: Int(clamping: relocation.offset))?.ends[relocation.offset] ?? 0
    } else if let tableStart, RelocationKind.countsFromInstruction(relocation.type) {
      // An entry of a table counts from the table's start, and its addend makes up for how
      // far in the table it is: without that, equal tables at other places are equal.
      addend &-= Int(clamping: relocation.offset) &- tableStart
    }
    if symbol.isSection, case .section(let section) = symbol.place {
      return .section(section, Int(clamping: symbol.value) &+ addend)
    }
    if symbol.binding == .local, case .section(let section) = symbol.place,
      symbol.name.hasPrefix(".L") || symbol.name.isEmpty
    {
      return .section(section, Int(clamping: symbol.value) &+ addend)
    }
    return .named(ObjectPiece.key(of: symbol.name), addend)
  }
}
