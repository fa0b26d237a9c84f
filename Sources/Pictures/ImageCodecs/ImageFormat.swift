/// A picture format: how its files are recognised, named, read and written.
///
/// A format is one value, and ``all`` is the one list of them. What help and errors say, which
/// names are understood and which bytes are decoded all follow from it. Some take a library of the
/// system, which is opened when it is first needed (``library``).
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
  /// What its files have room for beside pixels and colours.
  let metadataRoom: MetadataRoom
  /// Whether a file begins as those of this format do, judged by at most ``sniffedBytes``.
  let isSniffed: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// Opens a file of this format for its rows.
  let openRows: @Sendable (EncodedBytes, DecodingLimits) throws(ImageCodecError) -> any RowSource
  /// Begins a file of this format.
  ///
  /// `nil` where files of it are only read.
  let makeEncoder: (@Sendable (EncodedPicture) throws(ImageCodecError) -> any RowEncoder)?
  /// Opens the library of the system that its files take; `nil` where they take none.
  private let findLibrary: (@Sendable () -> CodecLibrary)?
  /// The package of the decoder that the library lacks for this format; `nil` where it has one.
  private let missingDecoder: (@Sendable () -> String?)?
  /// The package of the encoder that the library lacks for this format; `nil` where it has one.
  private let missingEncoder: (@Sendable () -> String?)?

  /// Every format, the most widespread first.
  public static let all: [ImageFormat] = [
    .png, .jpeg, .webP, .gif, .avif, .heic, .tiff, .bmp,
  ]

  /// The formats of which files can be written.
  public static let writable = all.filter(\.isWritable)

  /// How many of a file's first bytes decide its format.
  public static let sniffedBytes = 64

  /// Whether files of it can be written, where its library is there.
  public var isWritable: Bool { makeEncoder != nil }

  /// The library of the system that its files take; `nil` where they take none but those that this
  /// package is always built with.
  public var library: CodecLibrary? { findLibrary?() }

  /// What this machine lacks to read its files; `nil` for nothing.
  public var missingLibrary: MissingLibrary? {
    guard let library else { return nil }
    if let problem = library.problem {
      return MissingLibrary(name: library.name, package: library.package, problem: problem)
    }
    return missingDecoder?().map {
      MissingLibrary(name: library.name, package: $0, problem: .noDecoder)
    }
  }

  /// What this machine lacks to write files of it, where files of it can be written; `nil` for nothing.
  public var missingToWrite: MissingLibrary? {
    if let library, library.problem != nil || missingEncoder == nil { return missingLibrary }
    guard let library, let package = missingEncoder?() else { return nil }
    return MissingLibrary(name: library.name, package: package, problem: .noEncoder)
  }

  /// Fails where something is lacking to read.
  func requireLibrary() throws(ImageCodecError) {
    if let missingLibrary { throw .lacksLibrary(self, missingLibrary) }
  }

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
    metadataRoom: MetadataRoom = MetadataRoom(),
    library: (@Sendable () -> CodecLibrary)? = nil,
    missingDecoder: (@Sendable () -> String?)? = nil,
    missingEncoder: (@Sendable () -> String?)? = nil,
    isSniffed: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    openRows:
      @escaping @Sendable (EncodedBytes, DecodingLimits) throws(ImageCodecError) -> any RowSource,
    makeEncoder: (@Sendable (EncodedPicture) throws(ImageCodecError) -> any RowEncoder)? = nil
  ) {
    self.name = name
    self.fileExtensions = fileExtensions
    self.isTurnedByViewers = isTurnedByViewers
    self.keepsColorTags = keepsColorTags
    self.metadataRoom = metadataRoom
    findLibrary = library
    self.missingDecoder = missingDecoder
    self.missingEncoder = missingEncoder
    self.isSniffed = isSniffed
    self.openRows = openRows
    self.makeEncoder = makeEncoder
  }

  /// The names of all formats as people list them, such as "PNG or JPEG".
  public static let allNames = list(all.map(\.name))

  /// The names of the formats that can be written, as people list them, such as "PNG or JPEG".
  public static let writableNames = list(writable.map(\.name))

  /// The endings of the formats that can be written, as people list them, such as
  /// ".png, .jpg or .jpeg".
  public static let writableFileExtensions = list(
    writable.flatMap(\.fileExtensions).map { ".\($0)" })

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

extension ImageFormat {
  /// Opens the libraries of all formats, for a process that gives up its right to open files.
  ///
  /// - Complexity: some milliseconds for each library that is there.
  public static func openLibraries() { for format in all { _ = format.library } }

  /// Begins a file of this format.
  ///
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` also for a format that is only read.
  func openEncoder(_ picture: EncodedPicture) throws(ImageCodecError) -> any RowEncoder {
    guard let makeEncoder else {
      throw .cannotEncode(self, reason: "files of this format are only read; write a PNG")
    }
    return try makeEncoder(picture)
  }
}

extension ImageFormat {
  /// How many of a file's first bytes show why it cannot be read.
  public static let tellingBytes = 256

  /// Why a file cannot be read as a picture, in words for a list of such files, judged by its first
  /// ``tellingBytes``; `nil` where it can, unless it is damaged.
  public static func obstacle(ofFileBeginning bytes: UnsafeRawBufferPointer) -> String? {
    guard let format = ImageFormat(sniffing: bytes) else {
      let seems = ForeignContent(of: bytes)
      return seems.flatMap { $0.isPicture ? "\($0.kind) (no format that is read)" : nil }
        ?? "not a \(allNames)"
    }
    return format.missingLibrary.map { "\(format) (\($0))" }
  }
}
