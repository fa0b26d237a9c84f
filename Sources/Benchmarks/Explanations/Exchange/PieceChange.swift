internal import ProgramLayouts

/// A function or a variable that differs between two builds.
public struct PieceChange: Hashable, Sendable {
  /// What became of it.
  public enum Kind: String, Sendable {
    /// Both sides have it, and it differs.
    case changed
    /// Only the candidate has it.
    case new
    /// Only the base has it.
    case gone
  }

  /// Its name.
  public let name: String
  /// What became of it.
  public let kind: Kind
  /// Whether it is code.
  public let isCode: Bool
  /// The source file, as far as it is known.
  public var file: String
  /// The line in it, where debug information has it.
  public var line: Int?

  /// Makes a change.
  public init(name: String, kind: Kind, isCode: Bool, file: String, line: Int? = nil) {
    self.name = name
    self.kind = kind
    self.isCode = isCode
    self.file = file
    self.line = line
  }
}

extension PieceChange {
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
