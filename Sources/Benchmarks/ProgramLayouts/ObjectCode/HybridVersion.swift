/// One version of an object file that a ``HybridObject`` is made of, with what its parts are called.
struct HybridVersion {
  /// Where a function begins.
  struct Place: Hashable, Comparable {
    let section: Int
    let offset: Int

    static func < (a: Place, b: Place) -> Bool {
      (a.section, a.offset) < (b.section, b.offset)
    }
  }

  let file: ObjectFile
  /// What both versions call each symbol; empty for those that are neither a function nor a variable.
  let keys: [String]
  /// The symbols of each key, in the order of their places.
  let definitions: [String: [Int]]
  /// The symbols of each function.
  let functions: [Place: [Int]]
  /// How many functions begin in each section.
  private let places: [Int: Int]
  private let divided: [Int: DividedCode]
  private let variables: [Int: [Int]]
  /// What constants hold, by their keys.
  private let constants: [String: Set<UInt64>]

  init(_ file: ObjectFile) {
    self.file = file
    divided = file.sections.indices.reduce(into: [:]) { found, index in
      if file.sections[index].isFilledCode { found[index] = DividedCode(section: index, of: file) }
    }
    keys = file.symbols.map { symbol in
      guard case .section(let section) = symbol.place, !symbol.isLabel, !symbol.isFile,
        file.sections[section].flags.contains(.allocated)
      else { return "" }
      return symbol.binding == .local ? ObjectPiece.key(of: symbol.name) : symbol.name
    }
    constants = Dictionary(grouping: file.pieces.filter { !$0.isCode }, by: \.key)
      .mapValues { Set($0.map(\.fingerprint)) }
    var definitions: [String: [Int]] = [:]
    var functions: [Place: [Int]] = [:]
    var variables: [Int: [Int]] = [:]
    for (index, key) in keys.enumerated() where !key.isEmpty {
      let symbol = file.symbols[index]
      guard case .section(let section) = symbol.place else { continue }
      definitions[key, default: []].append(index)
      if !file.sections[section].flags.contains(.executable) {
        variables[section, default: []].append(index)
      } else if let offset = Int(exactly: symbol.value) {
        functions[Place(section: section, offset: offset), default: []].append(index)
      }
    }
    self.definitions = definitions.mapValues { Self.sorted($0, file) }
    self.variables = variables.mapValues { Self.sorted($0, file) }
    self.functions = functions
    places = functions.keys.reduce(into: [:]) { $0[$1.section, default: 0] += 1 }
  }

  /// Symbols in the order of their places.
  private static func sorted(_ symbols: [Int], _ file: ObjectFile) -> [Int] {
    func order(_ symbol: Int) -> (Int, UInt64, Int) {
      var section = 0
      if case .section(let place) = file.symbols[symbol].place { section = place }
      return (section, file.symbols[symbol].value, symbol)
    }
    return symbols.sorted { order($0) < order($1) }
  }

  /// Whether a symbol names code.
  func isCode(_ symbol: Int) -> Bool {
    guard case .section(let section) = file.symbols[symbol].place else { return false }
    return file.sections[section].flags.contains(.executable)
  }

  /// Whether a symbol names a variable that the program changes.
  func isWritable(_ symbol: Int) -> Bool {
    guard case .section(let place) = file.symbols[symbol].place else { return false }
    let section = file.sections[place]
    return section.flags.contains(.writable) && !section.name.hasPrefix(".data.rel.ro")
  }

  /// Whether a constant holds the same as the other version's.
  func isEqual(_ key: String, to other: HybridVersion) -> Bool {
    guard let own = constants[key], own.count == 1 else { return false }
    return own == other.constants[key]
  }

  /// The variable or constant with a name that holds a place.
  func variable(in section: Int, at offset: Int) -> Int? {
    guard offset >= 0 else { return nil }
    let place = UInt64(offset)
    return variables[section]?.last {
      let symbol = file.symbols[$0]
      return symbol.value <= place && place - symbol.value < max(symbol.size, 1)
    }
  }

  /// The instructions of a function; `nil` where they cannot be told from those of others.
  func range(of place: Place) -> Range<Int>? {
    if let code = divided[place.section] { return code.function(at: place.offset)?.range }
    guard places[place.section] == 1, place.offset == 0 else { return nil }
    return 0..<file.sections[place.section].size
  }

  /// The distances to other functions that the assembler filled in.
  func branches(from place: Place) -> [DividedCode.Branch] {
    divided[place.section]?.function(at: place.offset)?.branches ?? []
  }

  /// How far it is from where a distance is written to where it counts from, where that is not the same.
  func correction(of relocation: ObjectFile.Relocation, in section: Int) -> Int {
    guard file.machine == .x86, file.sections[section].flags.contains(.executable),
      RelocationKind.countsFromInstruction(relocation.type)
    else { return 0 }
    let ends = divided[section]?.function(at: Int(clamping: relocation.offset))?.ends
    return ends?[relocation.offset] ?? 4
  }
}

extension ObjectFile.Symbol {
  /// Whether it only marks a place, and is not a name that people gave.
  var isLabel: Bool { isSection || name.isEmpty || binding == .local && name.hasPrefix(".L") }
}

extension ObjectFile.Section {
  /// Whether it says how functions are left when an error is thrown.
  var isUnwinding: Bool { name == ".eh_frame" }

  /// Whether the program or the system reads it from end to end, whoever refers to it.
  var isList: Bool {
    let isNamedInC = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    // SHT_NOTE, SHT_INIT_ARRAY to SHT_PREINIT_ARRAY; SHF_LINK_ORDER.
    return isNamedInC || flags.contains(.retained) || [7, 14, 15, 16].contains(type)
      || name.hasPrefix(".ctors") || name.hasPrefix(".dtors") || flags.rawValue & 0x80 != 0
  }
}
