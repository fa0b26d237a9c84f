/// Finds a symbol for each section that names it, and no other, to the linker.
struct SectionNames {
  private struct Section {
    let size: Int
    let alignment: Int
    let isCode: Bool
    /// Strong definitions first, each part in alphabetical order.
    let symbols: [String]
  }

  private var sections: [Section] = []
  /// How many sections define a name.
  private var definitions: [String: Int] = [:]

  /// Takes in the sections of a file that can be placed: code, constants and variables.
  ///
  /// Tables that are read from end to end, such as Swift's lists of types, stay in their order.
  mutating func add(_ file: ObjectFile) {
    var strong: [Int: [String]] = [:]
    var others: [Int: [String]] = [:]
    for symbol in file.symbols where !symbol.isSection && !symbol.name.isEmpty {
      guard case .section(let section) = symbol.place, isPlaceable(file.sections[section]) else {
        continue
      }
      definitions[symbol.name, default: 0] += 1
      if symbol.binding == .global {
        strong[section, default: []].append(symbol.name)
      } else {
        others[section, default: []].append(symbol.name)
      }
    }
    for (index, section) in file.sections.enumerated() {
      let symbols = (strong[index] ?? []).sorted() + (others[index] ?? []).sorted()
      guard !symbols.isEmpty else { continue }
      sections.append(
        Section(
          size: section.size, alignment: section.alignment,
          isCode: section.flags.contains(.executable), symbols: symbols))
    }
  }

  private func isPlaceable(_ section: ObjectFile.Section) -> Bool {
    let prefixes = [".text", ".rodata", ".data", ".bss", ".tdata", ".tbss"]
    return section.flags.contains(.allocated) && section.size > 0
      && prefixes.contains { section.name == $0 || section.name.hasPrefix("\($0).") }
  }

  /// The sections that have a symbol of their own.
  var pieces: [LayoutOrder.Piece] {
    sections.compactMap { section in
      // A name that two sections define would move both: lld warns of it and takes one of
      // them.
      section.symbols.first { definitions[$0] == 1 }.map { symbol in
        LayoutOrder.Piece(
          symbol: symbol, size: section.size, alignment: section.alignment, isCode: section.isCode)
      }
    }
  }
}
