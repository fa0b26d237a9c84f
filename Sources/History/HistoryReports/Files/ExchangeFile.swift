package import ExchangeDocuments
internal import Files
package import HistoryExchange
package import Reporting
internal import TimingHistory

extension ExchangeFormat {
  /// The format of a name that people type: its own, or one that the format's program goes by.
  package init?(name: String) {
    switch name {
    case "bmf": self = .bencher
    case "github-action-benchmark": self = .githubAction
    case "custom": self = .githubActionCustom
    default: self.init(rawValue: name)
    }
  }

  /// The names of the formats that files can be read in.
  package static var importNames: [String] { allCases.map(\.rawValue) }

  /// The names of the formats that series can be written in.
  package static var exportNames: [String] { allCases.filter(\.canBeExported).map(\.rawValue) }
}

/// A file of another program, or a folder of such files, read.
package struct ExchangeFile {
  /// The format it is in; of a folder that of most files.
  package let format: ExchangeFormat
  /// What it holds.
  package let document: ExchangeDocument
  /// What was left out, for people.
  package private(set) var warnings: [String] = []

  /// The most files that a folder is read with.
  private static let mostFiles = 200_000

  /// Reads a file, or the files of a folder.
  ///
  /// - Parameters:
  ///   - path: the file; it names a series that has no name in it. Of a folder all files are read, and
  ///     series of one name in several files are one.
  ///   - format: the file's format; `nil` to find out.
  ///   - columns: which columns of a table are read, which makes the file one; nil for those with the
  ///     known names.
  /// - Throws: ``HarnessFailure`` naming the file and the cause.
  package init(
    path: String, format: ExchangeFormat?, columns: ColumnNames? = nil
  ) throws(HarnessFailure) {
    if FileKind(path: path) == .folder {
      self = try Self.folder(path)
      return
    }
    let bytes = try readInput(at: path, limit: ExchangeFormat.maximumBytes)
    try self.init(path: path, bytes: bytes, format: format, columns: columns)
  }

  /// Takes the file from memory; it may be compressed with gzip.
  ///
  /// - Throws: `HarnessFailure` when the format cannot be told from the name or the content.
  package init(
    path: String, bytes: [UInt8], format: ExchangeFormat?, columns: ColumnNames? = nil
  ) throws(HarnessFailure) {
    let isCompressed = GzipFile.isCompressed(bytes)
    let plainPath = isCompressed && path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    let name = PathParts(plainPath).stem
    do throws(ExchangeError) {
      let plain =
        try isCompressed
        ? GzipFile.decompressed(bytes, limit: ExchangeFormat.maximumBytes) : bytes
      try ExchangeFormat.requireText(plain)
      if let columns {
        self.format = .csv
        document = try ExchangeFormat.csv.document(from: columns.applied(to: plain), name: name)
      } else if let format {
        self.format = format
        document = try format.document(from: plain, name: name)
      } else {
        (self.format, document) = try ExchangeFormat.reading(plain, path: plainPath, name: name)
      }
      guard document.series.contains(where: { !$0.points.isEmpty }) else {
        throw ExchangeError("It has no points.")
      }
      warnings = Self.remarks(document, path: path)
    } catch {
      throw HarnessFailure(
        message: "'\(printable(path))': \(error.description)", status: .damagedInput)
    }
  }

  /// What there is to say of a document, and what was left out of it.
  private static func remarks(_ document: ExchangeDocument, path: String) -> [String] {
    (document.remarks + [document.unmeasuredText].compactMap { $0 }).map {
      "'\(printable(path))': \(printable($0))"
    }
  }

  private init(format: ExchangeFormat, document: ExchangeDocument, warnings: [String]) {
    self.format = format
    self.document = document
    self.warnings = warnings
  }

  /// Reads the files of a folder and of the folders in it.
  private static func folder(_ root: String) throws(HarnessFailure) -> ExchangeFile {
    func failure(_ problem: String) -> HarnessFailure {
      HarnessFailure(message: "'\(printable(root))': \(problem)", status: .damagedInput)
    }
    var paths: [String] = []
    for file in FolderWalk(root) {
      guard paths.count < mostFiles else {
        throw failure("The folder has more than \(mostFiles) files. Name a folder in it.")
      }
      // Larger ones are passed over without a warning: no format is read from them.
      if file.size <= Int64(ExchangeFormat.maximumBytes) { paths.append(file.path) }
    }
    let read = ExchangeFolder(paths: paths) { path in
      do throws(FileAccessError) {
        let bytes = try readFile(
          at: PathParts.join(root, path), limit: ExchangeFormat.maximumBytes)
        return Result { () throws(ExchangeError) in
          try GzipFile.isCompressed(bytes)
            ? GzipFile.decompressed(bytes, limit: ExchangeFormat.maximumBytes) : bytes
        }
      } catch {
        return .failure(ExchangeError("The file cannot be read: \(error)."))
      }
    }
    let document = read.document
    guard let format = read.format, document.series.contains(where: { !$0.points.isEmpty }) else {
      let first = read.unread.first.map { " \(printable($0.path)): \($0.reason)" } ?? ""
      throw failure("None of the folder's \(paths.count) files could be read.\(first)")
    }
    var warnings = remarks(document, path: root)
    if let first = read.unread.first {
      let others = read.unread.count == 1 ? "" : " and \(read.unread.count - 1) more"
      warnings.append(
        "'\(printable(root))': \(printable(first.path))\(others) could not be read: "
          + first.reason)
    }
    return ExchangeFile(format: format, document: document, warnings: warnings)
  }
}
