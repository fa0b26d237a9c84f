internal import Hashing

/// In which order the linker places the functions and data of programs.
///
/// A layout is a number. The key of a piece is a hash of its name and the layout, and pieces are
/// placed by rising key, so every layout is another order. Of two programs that are compared, the
/// pieces which both have in the same size come first: as their names, sizes and alignments are the
/// same, they lie at the same places on both sides. What differs follows. A layout thus moves
/// the functions that did not change on both sides alike, and a comparison shows what the change
/// did and not where the linker happened to put the rest.
package struct LayoutOrder: Sendable {
  /// A section with the symbol that names it to the linker.
  package struct Piece: Hashable, Sendable {
    /// A symbol at its beginning.
    package let symbol: String
    /// Bytes in memory.
    package let size: Int
    /// What its address is a multiple of.
    package let alignment: Int
    /// Whether it is code.
    package let isCode: Bool
  }

  /// A symbol with the hash of its name.
  private struct Name: Sendable {
    let hash: UInt64
    let symbol: String

    /// FNV-1a.
    init(_ symbol: String) {
      var hash = FNV1a()
      hash.add(symbol.utf8)
      self.hash = hash.value
      self.symbol = symbol
    }
  }

  private let shared: [Name]
  private let own: [[Name]]

  /// Takes in the programs that are placed alike.
  package init(_ programs: [[Piece]]) {
    let sets = programs.map(Set.init)
    let common = sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
    // A name with several sizes has several places.
    var sizes: [String: Int] = [:]
    for piece in common { sizes[piece.symbol, default: 0] += 1 }
    let names = Set(common.map(\.symbol).filter { sizes[$0] == 1 })
    shared = Self.named(names)
    own = sets.map { pieces in Self.named(Set(pieces.map(\.symbol)).subtracting(names)) }
  }

  /// How many pieces lie at the same places on all sides.
  package var sharedCount: Int { shared.count }

  package func symbols(layout: UInt64, program: Int) -> [String] {
    Self.sorted(shared, layout)
      + Self.sorted(own.indices.contains(program) ? own[program] : [], layout)
  }

  /// In an order that names alone decide, so that names of one hash have one order too.
  private static func named(_ symbols: Set<String>) -> [Name] { symbols.sorted().map(Name.init) }

  /// By the finalizer of SplitMix64 of a name's hash and the layout.
  private static func sorted(_ names: [Name], _ layout: UInt64) -> [String] {
    // Multiplied with an odd number, so that neighbouring layouts differ in many bits of a
    // key.
    let moved = layout &* SplitMix64.step
    return names.indices.map { (key: SplitMix64.mix(names[$0].hash ^ moved), index: $0) }
      .sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map { names[$0.index].symbol }
  }
}
