/// The object files of one program, with every name resolved as the linker resolves it.
public struct ObjectProgram: Sendable {
  /// A piece of code or data that is compared as a whole.
  struct Atom: Hashable, Sendable {
    let object: Int32
    let section: Int32
    /// The offset of one entry of a mergeable section; -1 for the whole section.
    let entry: Int32
  }

  /// What a relocation refers to.
  enum Target: Equatable, Sendable {
    /// A place in a piece of this program.
    case atom(Atom, offset: Int64)
    /// Something in a shared library.
    case external(String, addend: Int64)
    /// A number.
    case absolute(UInt64)
    /// Something that cannot be told from the files.
    case unknown(String)
  }

  /// An object file and what to call it.
  public struct Input: Sendable {
    /// The name that the file has on both sides of a comparison, without the folder of the build.
    public let name: String
    /// The file.
    public let file: ObjectFile

    /// Names an object file.
    public init(name: String, file: ObjectFile) {
      self.name = name
      self.file = file
    }
  }

  /// Where a name is defined.
  struct Definition: Sendable {
    let object: Int
    let symbol: Int
    let isWeak: Bool
    var isAmbiguous = false
  }

  /// The object files in the order in which they are linked.
  public let inputs: [Input]
  private var definitions: [String: Definition] = [:]
  /// Copies of groups that the linker leaves out.
  private var discarded: Set<Atom> = []

  /// Resolves the names of object files.
  ///
  /// - Parameter inputs: All object files, in the order in which they are linked: of several weak
  ///   definitions the first is kept.
  /// - Complexity: O(*n*) in the number of symbols and sections.
  public init(inputs: [Input]) {
    self.inputs = inputs
    discardGroups()
    for (object, input) in inputs.enumerated() {
      for (index, symbol) in input.file.symbols.enumerated() { define(index, symbol, object) }
    }
  }

  private mutating func discardGroups() {
    var signatures: Set<String> = []
    for (object, input) in inputs.enumerated() {
      for group in input.file.groups where !signatures.insert(group.signature).inserted {
        for section in group.sections { discarded.insert(Self.whole(object, section)) }
      }
    }
  }

  private mutating func define(_ index: Int, _ symbol: ObjectFile.Symbol, _ object: Int) {
    guard symbol.binding != .local, symbol.place != .undefined, !symbol.name.isEmpty else { return }
    if case .section(let section) = symbol.place, isDiscarded(object, section) { return }
    let isWeak = symbol.binding == .weak
    let new = Definition(object: object, symbol: index, isWeak: isWeak)
    guard let known = definitions[symbol.name] else {
      definitions[symbol.name] = new
      return
    }
    switch (known.isWeak, isWeak) {
    case (true, false): definitions[symbol.name] = new
    case (false, false): definitions[symbol.name]?.isAmbiguous = true
    case (_, true): break
    }
  }

  static func whole(_ object: Int, _ section: Int) -> Atom {
    Atom(
      object: Int32(truncatingIfNeeded: object), section: Int32(truncatingIfNeeded: section),
      entry: -1)
  }

  func isDiscarded(_ object: Int, _ section: Int) -> Bool {
    discarded.contains(Self.whole(object, section))
  }

  /// The file of a piece.
  func file(_ atom: Atom) -> ObjectFile { inputs[Int(atom.object)].file }

  /// The section of a piece.
  func section(_ atom: Atom) -> ObjectFile.Section { file(atom).sections[Int(atom.section)] }

  /// What a name refers to, from any file.
  func target(named name: String, addend: Int64 = 0) -> Target {
    guard let definition = definitions[name] else { return .external(name, addend: addend) }
    guard !definition.isAmbiguous else { return .unknown("'\(name)' is defined more than once") }
    let symbol = inputs[definition.object].file.symbols[definition.symbol]
    return target(symbol, in: definition.object, addend: addend, isRelative: false)
  }

  /// What a relocation of an object file refers to.
  func target(_ relocation: ObjectFile.Relocation, in object: Int) -> Target {
    let file = inputs[object].file
    let symbol = file.symbols[relocation.symbol]
    if symbol.binding != .local {
      return target(named: symbol.name, addend: relocation.addend)
    }
    if case .undefined = symbol.place { return .absolute(0) }
    let isAbsolute = RelocationKind.isAbsolute(relocation.type, file.machine)
    return target(symbol, in: object, addend: relocation.addend, isRelative: !isAbsolute)
  }

  private func target(
    _ symbol: ObjectFile.Symbol, in object: Int, addend: Int64, isRelative: Bool
  ) -> Target {
    switch symbol.place {
    case .undefined: return .external(symbol.name, addend: addend)
    case .absolute: return .absolute(symbol.value &+ UInt64(bitPattern: addend))
    case .common:
      return .unknown("'\(symbol.name)' is in common storage")
    case .section(let index):
      if isDiscarded(object, index) {
        return .unknown("'\(symbol.name)' is in a section that the linker leaves out")
      }
      let place = Int64(bitPattern: symbol.value) &+ addend
      let section = inputs[object].file.sections[index]
      let whole = Target.atom(Self.whole(object, index), offset: place)
      guard section.flags.contains(.mergeable), section.relocations.isEmpty,
        section.entrySize > 0, !(symbol.isSection && isRelative)
      else { return whole }
      // The linker keeps one of equal entries; what is added to a named one stays within it.
      let start = symbol.isSection ? place : Int64(bitPattern: symbol.value)
      guard let entry = entry(at: start, of: section, in: object) else { return whole }
      let atom = Atom(
        object: Int32(truncatingIfNeeded: object), section: Int32(truncatingIfNeeded: index),
        entry: Int32(truncatingIfNeeded: entry))
      return .atom(atom, offset: place &- Int64(entry))
    }
  }

  /// Where the entry of a mergeable section begins that holds an offset.
  private func entry(at offset: Int64, of section: ObjectFile.Section, in object: Int) -> Int? {
    guard offset >= 0, offset < section.bytes.count, section.size < Int(Int32.max) else {
      return nil
    }
    let offset = Int(offset)
    guard section.flags.contains(.strings) else {
      return offset - offset % section.entrySize
    }
    guard section.entrySize == 1 else { return nil }
    let bytes = inputs[object].file.contents[section.bytes]
    let before = bytes[..<(section.bytes.lowerBound + offset)].lastIndex(of: 0)
    return before.map { $0 + 1 - section.bytes.lowerBound } ?? 0
  }

  /// Where the bytes of a piece are in its file.
  func bytes(of atom: Atom) -> Range<Int> {
    let section = section(atom)
    guard atom.entry >= 0 else { return section.bytes }
    let start = section.bytes.lowerBound + Int(atom.entry)
    if section.flags.contains(.strings) {
      let rest = file(atom).contents[start..<section.bytes.upperBound]
      return start..<(rest.firstIndex(of: 0).map { $0 + 1 } ?? section.bytes.upperBound)
    }
    return start..<min(start + section.entrySize, section.bytes.upperBound)
  }

  /// What to call a piece.
  func name(of atom: Atom) -> String {
    let file = file(atom)
    let section = section(atom)
    let inside = file.symbols.filter { $0.place == .section(Int(atom.section)) && !$0.isSection }
    if inside.count == 1, let only = inside.first, !only.name.isEmpty { return only.name }
    return "\(section.name) of \(inputs[Int(atom.object)].name)"
  }
}

/// How relocations of a type write an address.
enum RelocationKind {
  /// Whether the address itself is written, not its distance from the place.
  static func isAbsolute(_ type: UInt32, _ machine: ObjectFile.Machine) -> Bool {
    switch machine {
    // R_X86_64_64, _32, _32S; R_AARCH64_ABS64, _ABS32.
    case .x86: [1, 10, 11].contains(type)
    case .arm64: [257, 258].contains(type)
    }
  }
}
