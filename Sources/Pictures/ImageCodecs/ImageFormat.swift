/// A picture format: how its files are recognised, named, read and written.
///
/// A format is one value, and ``all`` is the one list of them. What help and errors say, which
/// names are understood and which bytes are decoded all follow from it.
public struct ImageFormat: Sendable {
  /// The name that people know, such as `PNG`.
  public let name: String
  /// The endings of its files' names, in lower case without the dot; the usual one first.
  public let fileExtensions: [String]
  /// Whether programs that show its files turn them as their orientation says; where they do not,
  /// the pixels have to be turned before they are written.
  public let isTurnedByViewers: Bool
  /// Whether its files have a place for ``ColorTags``.
  public let keepsColorTags: Bool
  /// Whether a file begins as those of this format do, judged by at most ``sniffedBytes``.
  let isSniffed: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// Opens a file of this format for its rows.
  let openRows: @Sendable (EncodedBytes, DecodingLimits) throws(ImageCodecError) -> any RowSource
  /// Begins a file of this format.
  let makeEncoder: @Sendable (EncodedPicture) throws(ImageCodecError) -> any RowEncoder

  /// Every format, the most widespread first.
  public static let all: [ImageFormat] = [.png, .jpeg]

  /// How many of a file's first bytes tell its format.
  public static let sniffedBytes = 16

  /// Looks at the first bytes of a file, never at its name; `nil` for none of the formats.
  public init?(sniffing bytes: UnsafeRawBufferPointer) {
    guard let known = Self.all.first(where: { $0.isSniffed(bytes) }) else { return nil }
    self = known
  }

  /// The format that a file name's ending stands for; `nil` for none of them.
  ///
  /// - Parameter fileExtension: the ending in lower case, without the dot.
  public init?(fileExtension: String) {
    guard let known = Self.all.first(where: { $0.fileExtensions.contains(fileExtension) }) else {
      return nil
    }
    self = known
  }

  init(
    name: String, fileExtensions: [String], isTurnedByViewers: Bool, keepsColorTags: Bool,
    isSniffed: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    openRows:
      @escaping @Sendable (EncodedBytes, DecodingLimits) throws(ImageCodecError) -> any RowSource,
    makeEncoder: @escaping @Sendable (EncodedPicture) throws(ImageCodecError) -> any RowEncoder
  ) {
    self.name = name
    self.fileExtensions = fileExtensions
    self.isTurnedByViewers = isTurnedByViewers
    self.keepsColorTags = keepsColorTags
    self.isSniffed = isSniffed
    self.openRows = openRows
    self.makeEncoder = makeEncoder
  }

  /// The names of all formats as people list them, such as "PNG or JPEG".
  public static let allNames = list(all.map(\.name))

  /// All endings as people list them, such as ".png, .jpg or .jpeg".
  public static let allFileExtensions = list(all.flatMap(\.fileExtensions).map { ".\($0)" })

  private static func list(_ words: [String]) -> String {
    let first = words.dropLast().joined(separator: ", ")
    return ([first] + words.suffix(1)).filter { !$0.isEmpty }.joined(separator: " or ")
  }
}

extension ImageFormat: Hashable {
  /// A format is known by its name.
  public static func == (left: ImageFormat, right: ImageFormat) -> Bool { left.name == right.name }

  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ImageFormat: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
