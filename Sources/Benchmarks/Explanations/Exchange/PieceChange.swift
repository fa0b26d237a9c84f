internal import BenchmarkSuites
internal import ProgramLayouts

/// A function or a variable that differs between two builds.
package struct PieceChange: Hashable, Sendable {
  /// What became of it.
  package enum Kind: String, Sendable {
    /// Both sides have it, and it differs.
    case changed
    /// Only the candidate has it.
    case new
    /// Only the base has it.
    case gone
  }

  /// Its name, as people write it.
  package var name: String
  /// Its name in the object file.
  package let symbol: String
  /// What became of it.
  package let kind: Kind
  /// Whether it is code.
  package let isCode: Bool
  /// Whether other programs find it by its name.
  var isSized = true
  /// Whether only its own object file knows it, so that others may have one of its name.
  var isLocal = false
  /// Whether an interpreter runs it.
  var isScript = false
  /// Whether the benchmark runs it, as far as that is known.
  var isRun = true
  /// The source file, as far as it is known.
  package var file: String
  /// The line in it, where debug information has it.
  package var line: Int?

  package init(
    name: String, kind: Kind, isCode: Bool, file: String, line: Int? = nil, symbol: String? = nil
  ) {
    self.name = name
    self.symbol = symbol ?? name
    self.kind = kind
    self.isCode = isCode
    self.file = file
    self.line = line
  }
}

extension PieceChange {
  /// A function of a script that differs.
  init(_ function: ScriptFunction) {
    self.init(
      name: function.name, kind: Kind(rawValue: function.kind) ?? .changed, isCode: true,
      file: function.file, line: function.line)
    isLocal = true
    isScript = true
  }

  /// The function of the sources, whatever pieces compilers made of it.
  var source: String { isScript ? symbol : ReadableNames.source(of: symbol) }

  /// The changed functions of the candidate's sources, each once, whatever pieces compilers made of it;
  /// those that nothing finds by name are left out.
  static func functions(of parts: [ExchangeablePart]) -> [PieceChange] {
    var seen: Set<String> = []
    return parts.flatMap(\.changes).filter { change in
      change.isCode && change.isSized && change.kind != .gone
        && seen.insert("\(change.source) \(change.file)").inserted
    }
  }

  /// Where it is, as far as that is known.
  var place: String { line.map { "\(file):\($0)" } ?? file }

  /// What differs between two versions of an object file, as pairs of pieces.
  ///
  /// - Parameters:
  ///   - base: the pieces of the base; none for a new file.
  ///   - candidate: those of the candidate; none for a file that is gone.
  /// - Returns: the pieces that differ, in the order of the candidate, then those that are gone.
  static func differing(
    _ base: [ObjectPiece], _ candidate: [ObjectPiece]
  ) -> [(kind: Kind, piece: ObjectPiece)] {
    var left: [String: [ObjectPiece]] = [:]
    for piece in base { left[piece.key, default: []].append(piece) }
    // Several static pieces of one name are told apart by what they are, the others by their order.
    //     base         t1  t2  t3      pieces of one name, by their fingerprints
    //     candidate    t2  t9          t2 is the same, t1 became t9, t3 is gone
    let open = candidate.filter { piece in
      let same = left[piece.key]?.firstIndex { $0.fingerprint == piece.fingerprint }
      if let same { left[piece.key]?.remove(at: same) }
      return same == nil
    }
    var found: [(kind: Kind, piece: ObjectPiece)] = open.map { piece in
      guard left[piece.key]?.isEmpty == false else { return (.new, piece) }
      left[piece.key]?.removeFirst()
      return (.changed, piece)
    }
    for piece in base {
      guard let index = left[piece.key]?.firstIndex(of: piece) else { continue }
      left[piece.key]?.remove(at: index)
      found.append((.gone, piece))
    }
    return found
  }
}
