/// Why bytes could not be decoded, or a picture could not be encoded.
///
/// The description is a sentence for people: what happened, with values and limits, and what to
/// do. It never names the file; the caller that opened it knows the name.
public enum ImageCodecError: Error, Hashable, Sendable {
  /// There are no bytes.
  case empty
  /// The bytes are of no known format; `seems` says what they look like, when that is known.
  case notAnImage(seems: ForeignContent?)
  /// The bytes end before the pixels do: `rows` of `height` rows are whole. For a progressive JPEG
  /// all rows may be there, but without the detail of the later scans.
  case truncated(ImageFormat, rows: Int, height: Int)
  /// The bytes contradict the format: `rows` of `height` rows are whole (0 of 0 when not even the
  /// header is).
  case damaged(ImageFormat, reason: String, rows: Int, height: Int)
  /// The header declares more pixels than so few bytes can hold.
  case tooFewBytes(ImageFormat, width: Int, height: Int, count: Int)
  /// A valid file of a kind that is not decoded.
  case unsupported(ImageFormat, reason: String)
  /// The format takes a library of the system that is not there to use.
  case lacksLibrary(ImageFormat, MissingLibrary)
  /// A limit of ``DecodingLimits`` was reached.
  case limitExceeded(ExceededLimit)
  /// Other files use the memory of a ``MemoryBudget``; later there will be enough.
  case memoryInUse(needed: Int)
  /// The system could not read the file, though it was opened; the reason in the system's words.
  case unreadable(reason: String)
  /// The system did not provide the memory.
  case outOfMemory(width: Int, height: Int)
  /// A picture cannot be written in a format.
  case cannotEncode(ImageFormat, reason: String)
}

extension ImageCodecError {
  /// Whether ``ImageDecoder/allowsPartialImages`` would give the rows before the damage, and the
  /// description says so.
  public var advisesPartialImages: Bool {
    switch self {
    case .truncated(_, let rows, _), .damaged(_, _, let rows, _): rows > 0
    default: false
    }
  }
}

extension ImageCodecError {
  /// What is wrong, without advice: the words of a warning where partial images are allowed already.
  var partialFinding: String {
    switch self {
    case .truncated(let format, _, 0):
      "The \(format) data ends within the header."
    case .truncated(let format, let rows, let height) where rows < height:
      "The \(format) data ends after \(rows) of \(height) rows."
    case .truncated(let format, _, let height):
      "The \(format) data ends before all detail of its \(height) rows is there."
    case .damaged(let format, let reason, _, 0):
      "The \(format) header is damaged (\(reason))."
    case .damaged(let format, let reason, let rows, let height):
      "The \(format) data is damaged after \(rows) of \(height) rows (\(reason))."
    default:
      description
    }
  }

  private var partialAdvice: String { advisesPartialImages ? ", or allow partial images" : "" }

  /// The warnings about a picture that is taken although it is not whole.
  ///
  /// Data that end early within the rows lack the detail after them too, which is then not said
  /// again.
  static func partialWarnings(
    lacking: ImageCodecError?, failure: ImageCodecError?
  ) -> [ImageWarning] {
    (failure ?? lacking).map { [ImageWarning($0.partialFinding)] } ?? []
  }
}

extension ImageCodecError: CustomStringConvertible {
  /// A sentence with the cause, and what to do where that is known.
  public var description: String {
    switch self {
    case .empty:
      "The file is empty."
    case .notAnImage(let seems?):
      "This is \(seems), not a \(ImageFormat.allNames)."
        + (seems.isPicture ? " Convert it to one of these first." : "")
    case .notAnImage(nil):
      "This is not a \(ImageFormat.allNames): its first bytes are not those of such a file."
    case .truncated(_, _, 0):
      "\(partialFinding) The file is cut short; fetch it again."
    case .truncated:
      "\(partialFinding) The file is cut short; fetch it again\(partialAdvice)."
    case .damaged(_, _, _, 0):
      partialFinding
    case .damaged:
      "\(partialFinding) Fetch the file again\(partialAdvice)."
    case .tooFewBytes(let format, let width, let height, let count):
      "The \(format) header declares \(width) × \(height) pixels, which \(count) bytes cannot hold. "
        + "The file is cut short or damaged; fetch it again."
    case .unsupported(let format, let reason):
      "This kind of \(format) is not supported (\(reason)). Convert it first."
    case .lacksLibrary(let format, let lacking):
      lacking.sentences(format)
    case .limitExceeded(let limit):
      limit.description
    case .memoryInUse(let needed):
      "Decoding needs \(needed) bytes of memory, more than other files leave right now. Try again."
    case .unreadable(let reason):
      "The file could not be read to its end (\(reason))."
    case .outOfMemory(let width, let height):
      "There is not enough memory for a picture of \(width) × \(height) pixels."
    case .cannotEncode(let format, let reason):
      "The picture cannot be written as \(format): \(reason)."
    }
  }
}
