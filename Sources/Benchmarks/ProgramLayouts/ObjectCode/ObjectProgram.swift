/// The object files of one program, with every name resolved as the linker resolves it.
package struct ObjectProgram: Sendable {
  /// A piece of code or data that is compared as a whole.
  struct Atom: Hashable, Sendable {
    let object: Int32
    let section: Int32
    /// The offset of one entry of a mergeable section, or of one function of a section that is
    /// divided; -1 for the whole section.
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
    /// Something that the files do not show.
    case unknown(String)
  }

  /// An object file and what to call it.
  package struct Input: Sendable {
    /// The name that the file has on both sides of a comparison, without the folder of the build.
    package let name: String
    package let file: ObjectFile
  }

  /// Where a name is defined.
  struct Definition: Sendable {
    let object: Int
    let symbol: Int
    let isWeak: Bool
    var isAmbiguous = false
  }

  /// The object files in the order in which they are linked.
  package private(set) var inputs: [Input]
  private var definitions: [String: Definition] = [:]
  /// Copies of groups that the linker leaves out.
  private var discarded: Set<Atom> = []
  /// Sections of code that are compared function by function.
  private var divided: [Atom: DividedCode] = [:]
  /// Where code refers to sections of data: by section, then by offset, the functions.
  private var references: [Atom: [Int64: Set<Atom>]] = [:]

  /// Resolves the names of object files.
  ///
  /// - Parameters:
  ///   - inputs: All object files, in the order in which they are linked: of several weak
  ///     definitions the first is kept.
  ///   - dividesCode: Whether functions that share a section are pieces of their own, where it is
  ///     certain where each ends and what it refers to.
  /// - Complexity: O(*n*) in the number of symbols and sections, and in bytes of code that is divided.
  package init(inputs: [Input], dividesCode: Bool = false) {
    self.inputs = inputs
    if dividesCode { divide() }
    discardGroups()
    for (object, input) in inputs.enumerated() {
      for (index, symbol) in input.file.symbols.enumerated() { define(index, symbol, object) }
    }
  }

  /// The same program, whose files have other names where there are some for theirs.
  func renamed(_ names: [String: String]) -> ObjectProgram {
    var program = self
    program.inputs = inputs.map { .init(name: names[$0.name] ?? $0.name, file: $0.file) }
    return program
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
    // As linkers choose: a strong definition wins over weak ones, the first of weak ones over
    // the others, and two strong ones are an error, unless options that are not known here
    // allow them.
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

  /// What a relocation of a piece refers to.
  func target(_ relocation: ObjectFile.Relocation, of atom: Atom) -> Target {
    let object = Int(atom.object)
    let file = inputs[object].file
    let symbol = file.symbols[relocation.symbol]
    if symbol.binding != .local {
      return target(named: symbol.name, addend: relocation.addend)
    }
    if case .undefined = symbol.place { return .absolute(0) }
    let isAbsolute = RelocationKind.isAbsolute(relocation.type, file.machine)
    guard symbol.isSection, !isAbsolute, case .section(let index) = symbol.place,
      divided[Self.whole(object, index)] != nil
    else { return target(symbol, in: object, addend: relocation.addend, isRelative: !isAbsolute) }
    // Where a distance counts from decides which function is meant.
    let place = Int64(bitPattern: symbol.value) &+ relocation.addend
    let code = Self.whole(object, index)
    if let function = function(atom) {
      guard let end = function.ends[relocation.offset] else {
        return .unknown("'\(name(of: atom))' refers to code in an unusual way")
      }
      return target(inCode: code, at: place &+ Int64(end))
    }
    return tableTarget(relocation, of: atom, inCode: code, place)
  }

  /// What an entry of a table of distances refers to: they count from where the table begins, which
  /// is where code refers to it.
  private func tableTarget(
    _ relocation: ObjectFile.Relocation, of atom: Atom, inCode code: Atom, _ place: Int64
  ) -> Target {
    let starts = references[atom] ?? [:]
    guard let offset = Int64(exactly: relocation.offset),
      let start = starts.keys.filter({ $0 <= offset }).max()
    else { return .unknown("'\(name(of: atom))' refers to code, and no code to it") }
    let target = target(inCode: code, at: place &- (offset &- start))
    // A table of jumps belongs to the function that jumps, or to the part of it that seldom runs.
    guard case .atom(let function, _) = target, let users = starts[start],
      users.contains(function) || users.contains(where: { isSeldomPart(function, of: $0) })
    else {
      return .unknown(
        "\(section(atom).name) of \(inputs[Int(atom.object)].name) refers to code of a function "
          + "that does not use it")
    }
    return target
  }

  /// Whether a function is what the compiler moved out of another one because it seldom runs.
  private func isSeldomPart(_ part: Atom, of function: Atom) -> Bool {
    guard part.object == function.object else { return false }
    let names = name(of: part).split(separator: ".")
    return names.contains("cold") && names.first == name(of: function).split(separator: ".").first
  }

  /// The function of a divided section that holds a place.
  func target(inCode section: Atom, at place: Int64) -> Target {
    guard let offset = Int(exactly: place),
      let function = divided[section]?.function(at: offset)
    else { return .unknown("a place between functions of '\(name(of: section))' is referred to") }
    let start = function.range.lowerBound
    return .atom(
      Atom(object: section.object, section: section.section, entry: Int32(start)),
      offset: place &- Int64(start))
  }

  /// The function that a piece is, in a divided section; `nil` for every other piece.
  func function(_ atom: Atom) -> DividedCode.Function? {
    guard atom.entry >= 0 else { return nil }
    return divided[Self.whole(Int(atom.object), Int(atom.section))]?
      .function(at: Int(atom.entry))
  }

  private mutating func divide() {
    for (object, input) in inputs.enumerated() {
      for index in input.file.sections.indices {
        guard let code = DividedCode(section: index, of: input.file) else { continue }
        divided[Self.whole(object, index)] = code
        noteReferences(of: code, Int32(index), object)
      }
    }
  }

  /// Notes where functions refer to sections of data of their own file.
  private mutating func noteReferences(of code: DividedCode, _ section: Int32, _ object: Int) {
    let file = inputs[object].file
    for function in code.functions {
      let atom = Atom(
        object: Int32(object), section: section, entry: Int32(function.range.lowerBound))
      for relocation in function.relocations {
        let symbol = file.symbols[relocation.symbol]
        guard case .section(let data) = symbol.place,
          !file.sections[data].flags.contains(.executable)
        else { continue }
        let end = function.ends[relocation.offset] ?? 0
        let place = Int64(bitPattern: symbol.value) &+ relocation.addend &+ Int64(end)
        references[Self.whole(object, data), default: [:]][place, default: []].insert(atom)
      }
    }
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
      if divided[Self.whole(object, index)] != nil {
        let named = Int64(bitPattern: symbol.value)
        let found = target(
          inCode: Self.whole(object, index), at: symbol.isSection ? place : named)
        guard case .atom(let function, let offset) = found else { return found }
        return .atom(function, offset: symbol.isSection ? offset : offset &+ addend)
      }
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
    // An offset within a text, as of its end that is shared, belongs to the text that begins
    // behind the zero before.
    let before = bytes[..<(section.bytes.lowerBound + offset)].lastIndex(of: 0)
    return before.map { $0 + 1 - section.bytes.lowerBound } ?? 0
  }

  /// Where the bytes of a piece are in its file.
  func bytes(of atom: Atom) -> Range<Int> {
    let section = section(atom)
    guard atom.entry >= 0 else { return section.bytes }
    let start = section.bytes.lowerBound + Int(atom.entry)
    if let function = function(atom) { return start..<start + function.range.count }
    if section.flags.contains(.strings) {
      let rest = file(atom).contents[start..<section.bytes.upperBound]
      return start..<(rest.firstIndex(of: 0).map { $0 + 1 } ?? section.bytes.upperBound)
    }
    return start..<start + min(section.entrySize, section.bytes.upperBound - start)
  }

  /// What to call a piece.
  func name(of atom: Atom) -> String {
    let file = file(atom)
    let section = section(atom)
    let isFunction = function(atom) != nil
    let inside = file.symbols.filter {
      $0.place == .section(Int(atom.section)) && !$0.isSection
        && (!isFunction || $0.value == UInt64(atom.entry))
    }
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

  /// Whether a distance is written that counts from the end of an instruction, on x86-64:
  /// R_X86_64_PC32, _PLT32.
  static func countsFromInstruction(_ type: UInt32) -> Bool { type == 2 || type == 4 }

  /// Whether an address is read from a table that the linker makes, on x86-64: R_X86_64_GOTPCREL, _GOTPCRELX,
  /// _REX_GOTPCRELX.
  static func isOfTable(_ type: UInt32) -> Bool { [9, 41, 42].contains(type) }

  /// The distance to a function, on x86-64: R_X86_64_PLT32.
  static let branch: UInt32 = 4
}
