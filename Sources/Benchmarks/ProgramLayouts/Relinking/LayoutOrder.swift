internal import Hashing

/// In which order the linker places the functions and data of programs.
///
/// A layout is a number. The key of a piece is a hash of its name and the layout, and pieces are
/// placed by rising key, so every layout is another order. Of two programs that are compared, the
/// pieces which both have in the same size come first: as their names, sizes and alignments are the
/// same, they lie at the same places on both sides. What differs follows. A layout thus moves
/// the functions that did not change on both sides alike, and a comparison shows what the change
/// did and not where the linker happened to put the rest.
public struct LayoutOrder: Sendable {
  /// A section with the symbol that names it to the linker.
  public struct Piece: Hashable, Sendable {
    /// A symbol at its beginning.
    public let symbol: String
    /// Bytes in memory.
    public let size: Int
    /// What its address is a multiple of.
    public let alignment: Int
    /// Whether it is code.
    public let isCode: Bool
  }

  private let shared: [String]
  private let own: [[String]]

  /// Takes in the programs that are placed alike.
  public init(_ programs: [[Piece]]) {
    let sets = programs.map(Set.init)
    let common = sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
    // A name with several sizes has several places.
    var sizes: [String: Int] = [:]
    for piece in common { sizes[piece.symbol, default: 0] += 1 }
    let names = Set(common.map(\.symbol).filter { sizes[$0] == 1 })
    shared = Array(names)
    own = sets.map { pieces in Array(Set(pieces.map(\.symbol)).subtracting(names)) }
  }

  /// How many pieces lie at the same places on all sides.
  public var sharedCount: Int { shared.count }

  /// The symbols of a program in the order of a layout.
  public func symbols(layout: UInt64, program: Int) -> [String] {
    Self.sorted(shared, layout)
      + Self.sorted(own.indices.contains(program) ? own[program] : [], layout)
  }

  private static func sorted(_ names: [String], _ layout: UInt64) -> [String] {
    names.map { (key: key($0, layout), name: $0) }
      .sorted { ($0.key, $0.name) < ($1.key, $1.name) }.map(\.name)
  }

  /// A hash of a name and a layout (FNV-1a, then the finalizer of SplitMix64).
  private static func key(_ name: String, _ layout: UInt64) -> UInt64 {
    var hash = FNV1a(value: FNV1a().value ^ layout &* SplitMix64.step)
    hash.add(name.utf8)
    return SplitMix64.mix(hash.value)
  }
}
