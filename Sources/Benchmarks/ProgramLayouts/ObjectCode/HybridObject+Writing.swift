extension HybridObject {
  /// What becomes of both versions in the file.
  private struct Output {
    var writer: ObjectWriter
    /// The numbers of sections, by those of a version.
    var sections: [[Int: Int]] = [[:], [:]]
    /// The symbols of whole sections, by their numbers in the file.
    var sectionSymbols: [Int: Int] = [:]
    /// The symbols of functions and data.
    var symbols: [Definition: Int] = [:]
    /// Those that other files see, and those that only they define.
    var names: [String: Int] = [:]
  }

  func written() throws(Refusal) -> [UInt8] {
    var output = Output(writer: ObjectWriter(machine: version(.base).file.machine))
    for side in Side.allCases { try addSections(of: side, to: &output) }
    for side in Side.allCases { try addSymbols(of: side, to: &output) }
    addGroups(to: &output)
    for side in Side.allCases { try addRelocations(of: side, to: &output) }
    do throws(ObjectFileError) {
      return try output.writer.contents()
    } catch {
      throw Refusal(description: "\(error)")
    }
  }

  // MARK: Sections

  private func addSections(of side: Side, to output: inout Output) throws(Refusal) {
    let file = version(side).file
    let grouped = Set(keptGroups.flatMap(\.sections))
    for (index, section) in file.sections.enumerated() where section.flags.contains(.allocated) {
      guard side == .base || included.contains(index) || section.isUnwinding else { continue }
      // SHF_LINK_ORDER: it belongs to another section, whose number is not kept.
      guard section.flags.rawValue & 0x80 == 0 else {
        throw Refusal(description: "the section '\(section.name)' belongs to another")
      }
      var bytes = Array(file.contents[section.bytes])
      if side == .candidate, section.isUnwinding {
        bytes = try unwinding(index).bytes
        if bytes.isEmpty { continue }
      }
      let isGrouped = side == .base && grouped.contains(index)
      let number = output.writer.add(
        ObjectWriter.Section(
          name: section.name, type: section.type,
          flags: isGrouped ? section.flags : section.flags.subtracting(.grouped),
          alignment: section.alignment, entrySize: section.entrySize,
          size: section.bytes.isEmpty ? section.size : bytes.count, bytes: bytes))
      output.sections[side.rawValue][index] = number
      output.sectionSymbols[number] = output.writer.add(
        ObjectWriter.Symbol(
          name: "", place: .section(number), value: 0, size: 0, binding: .local, kind: 3,
          visibility: 0))
    }
  }

  /// The base's groups; one with an exchanged function is none any more, because the candidate's function is to
  /// be that of all files.
  private var keptGroups: [ObjectFile.Group] {
    let base = version(.base)
    return base.file.groups.filter { group in
      let sections = Set(group.sections)
      return !base.file.symbols.indices.contains { symbol in
        guard exchanged.contains(base.keys[symbol]),
          case .section(let section) = base.file.symbols[symbol].place
        else { return false }
        return sections.contains(section)
      }
    }
  }

  private func addGroups(to output: inout Output) {
    for group in keptGroups {
      let members = group.sections.compactMap { output.sections[Side.base.rawValue][$0] }
      guard let signature = output.names[group.signature], !members.isEmpty else { continue }
      output.writer.addGroup(signature: signature, sections: members)
    }
  }

  // MARK: Symbols

  private func addSymbols(of side: Side, to output: inout Output) throws(Refusal) {
    let version = version(side)
    for (index, symbol) in version.file.symbols.enumerated() {
      var place = symbol.place
      if symbol.isFile {
        guard side == .base else { continue }
      } else if case .section(let section) = place {
        guard !symbol.isSection, let number = output.sections[side.rawValue][section]
        else { continue }
        place = .section(number)
      } else if place != .absolute {
        continue
      }
      let definition = Definition(side: side, symbol: index)
      let (name, binding) = try seen(definition)
      let number = output.writer.add(
        ObjectWriter.Symbol(
          name: name, place: place, value: symbol.value, size: symbol.size, binding: binding,
          kind: symbol.kind, visibility: symbol.visibility))
      output.symbols[definition] = number
      if binding != .local { output.names[name] = number }
    }
  }

  /// The name of a function, a variable or a constant in the file, and who sees it.
  private func seen(
    _ definition: Definition
  ) throws(Refusal) -> (name: String, binding: ObjectFile.Binding) {
    let version = version(definition.side)
    let symbol = version.file.symbols[definition.symbol]
    let key = version.keys[definition.symbol]
    guard !key.isEmpty else {
      return (symbol.name, definition.side == .base ? symbol.binding : .local)
    }
    let isChosen = try chosen(definition) == definition
    let unused = "bench_unused_\(definition.side.rawValue)_\(symbol.name)"
    if definition.side == .base {
      return isChosen ? (symbol.name, symbol.binding) : (unused, .local)
    }
    guard let first = self.version(.base).definitions[key]?.first else {
      return (symbol.name, symbol.binding)
    }
    guard isChosen, version.isCode(definition.symbol) else { return (unused, .local) }
    // It takes the place of the base's, and that of other files' copies.
    let isLocal = self.version(.base).file.symbols[first].binding == .local
    return (symbol.name, isLocal ? .local : .global)
  }

  /// The symbol of a name that one version at least does not define.
  private func symbol(named name: String, in output: inout Output) -> Int? {
    if let known = output.names[name] { return known }
    let all = versions.flatMap { version in
      version.file.symbols.filter { $0.name == name && $0.binding != .local }
    }
    guard
      let symbol = all.first(where: { $0.place == .common })
        ?? all.first(where: { $0.binding == .global }) ?? all.first
    else { return nil }
    let isCommon = symbol.place == .common
    let number = output.writer.add(
      ObjectWriter.Symbol(
        name: name, place: isCommon ? .common : .undefined, value: isCommon ? symbol.value : 0,
        size: isCommon ? symbol.size : 0, binding: symbol.binding, kind: symbol.kind,
        visibility: symbol.visibility))
    output.names[name] = number
    return number
  }

  // MARK: Relocations

  private func addRelocations(of side: Side, to output: inout Output) throws(Refusal) {
    let version = version(side)
    for (index, number) in output.sections[side.rawValue].sorted(by: { $0.key < $1.key }) {
      let section = version.file.sections[index]
      var found: [ObjectFile.Relocation] = []
      var own = section.relocations
      if side == .candidate, section.isUnwinding {
        own = try unwinding(index).relocations
      } else if side == .candidate, section.flags.contains(.executable) {
        // Functions that came along in a section of several are never run.
        let ranges = live.filter { $0.section == index }.compactMap { version.range(of: $0) }
        own = own.filter { relocation in
          ranges.contains { $0.contains(Int(clamping: relocation.offset)) }
        }
      }
      for relocation in own {
        let (symbol, addend) = try place(
          of: relocation, in: index, of: side, in: &output)
        found.append(
          ObjectFile.Relocation(
            offset: relocation.offset, type: relocation.type, symbol: symbol, addend: addend))
      }
      let functions = version.functions.keys.filter {
        $0.section == index && (side == .base || live.contains($0))
      }
      var branches: [Branch] = []
      for place in functions.sorted() { branches += try self.branches(from: place, of: side) }
      var added: Set<Int> = []
      for branch in branches {
        guard let symbol = output.symbols[branch.target] else { continue }
        var offset = branch.offset
        if branch.isAdded {
          guard added.insert(offset).inserted else { continue }
          found.removeAll { offset..<offset + 5 ~= Int(clamping: $0.offset) }
          output.writer.write([0xE9, 0, 0, 0, 0], at: offset, of: number)
          offset += 1
        }
        found.append(
          ObjectFile.Relocation(
            offset: UInt64(offset), type: RelocationKind.branch, symbol: symbol,
            addend: branch.addend))
      }
      output.writer.setRelocations(
        found.enumerated().sorted {
          ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }.map(\.element), of: number)
    }
  }

  /// The symbol in the file that a place is to refer to, and what is added to its address.
  private func place(
    of relocation: ObjectFile.Relocation, in index: Int, of side: Side, in output: inout Output
  ) throws(Refusal) -> (symbol: Int, addend: Int64) {
    switch try target(of: relocation, in: index, of: side) {
    case .symbol(let definition, let addend):
      if let symbol = output.symbols[definition] { return (symbol, addend) }
    case .name(let name, let addend):
      if let symbol = symbol(named: name, in: &output) { return (symbol, addend) }
    case .section(let section, let addend):
      if let number = output.sections[side.rawValue][section],
        let symbol = output.sectionSymbols[number]
      {
        return (symbol, addend)
      }
    }
    let name = version(side).file.symbols[relocation.symbol].name
    throw Refusal(description: "what refers to '\(name)' is not known")
  }
}
