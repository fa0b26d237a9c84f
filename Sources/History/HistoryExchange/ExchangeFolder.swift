package import ExchangeDocuments
internal import OrderedJSON

/// A folder of results that one program wrote over time, read as one document.
///
/// Series of one name in several files are one series, in the order of their times where all points
/// have one, else in the order of the files' names. Of asv's folders `benchmarks.json` or `index.json`
/// says what the files hold.
package struct ExchangeFolder {
  /// A file that could not be read.
  package struct Unread: Equatable, Sendable {
    /// Its path in the folder.
    package let path: String
    /// Why.
    package let reason: String
  }

  /// What was read.
  package var document: ExchangeDocument { joined.document.inOrder }
  /// The format of most of the files.
  package var format: ExchangeFormat? { formats.max { $0.value < $1.value }?.key }
  /// How many files were read.
  package private(set) var count = 0
  /// The files that could not be read.
  package private(set) var unread: [Unread] = []

  /// The paths of the files, in order.
  let paths: [String]
  private let read: (String) -> Result<[UInt8], ExchangeError>
  private var joined = SeriesGathering()
  private var formats: [ExchangeFormat: Int] = [:]

  /// Reads the files of a folder.
  ///
  /// - Parameters:
  ///   - paths: their paths in the folder, with `/` between names.
  ///   - read: reads one of them, decompressed.
  /// - Complexity: O(*n* log *n*) in what the files hold.
  package init(paths: [String], read: @escaping (String) -> Result<[UInt8], ExchangeError>) {
    self.paths = Self.ordered(paths)
    self.read = read
    if let (folder, list) = index(named: "benchmarks.json", having: ASVFolder.isList) {
      formats[.asv] = 1
      ASVFolder.addResults(list, in: folder, to: &self)
    } else if let (folder, list) = index(
      named: "index.json", having: { $0["revision_to_hash"] != nil })
    {
      formats[.asv] = 1
      ASVFolder.addGraphs(list, in: folder, to: &self)
    } else if CriterionFolder.isOne(paths) {
      formats[.criterion] = 1
      CriterionFolder.addAll(to: &self)
    } else {
      addEach()
    }
  }

  /// Notes a sentence about the series.
  mutating func remark(_ text: String) { joined.remark(text) }

  /// What a file of JSON holds; nil where it cannot be read.
  func json(_ path: String) -> JSONValue? {
    guard case .success(let bytes) = read(path) else { return nil }
    return try? JSONValue(results: String(decoding: bytes, as: UTF8.self))
  }

  /// asv's list of what is in a folder, and what the paths beside it begin with.
  private func index(
    named name: String, having isList: (JSONValue) -> Bool
  ) -> (folder: String, content: JSONValue)? {
    for path in paths where path == name || path.hasSuffix("/\(name)") {
      guard let json = json(path), isList(json) else { continue }
      return (String(path.dropLast(name.count)), json)
    }
    return nil
  }

  /// Reads each file whose name shows that it may hold results.
  private mutating func addEach() {
    for path in paths {
      let name = Self.seriesName(of: path)
      guard let bytes = content(of: path) else { continue }
      do throws(ExchangeError) {
        let (format, document) = try ExchangeFormat.reading(
          bytes, path: path, name: name, needsValue: false)
        formats[format, default: 0] += 1
        join(document)
      } catch {
        unread.append(Unread(path: path, reason: error.description))
      }
    }
  }

  /// Reads one file of a known kind.
  mutating func add(
    _ path: String, _ document: (String) throws(ExchangeError) -> ExchangeDocument
  ) {
    guard let bytes = content(of: path) else { return }
    do throws(ExchangeError) {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw ExchangeError("The file is not UTF-8 text.")
      }
      join(try document(text))
    } catch {
      unread.append(Unread(path: path, reason: error.description))
    }
  }

  private mutating func content(of path: String) -> [UInt8]? {
    switch read(path) {
    case .success(let bytes): return bytes
    case .failure(let error):
      unread.append(Unread(path: path, reason: error.description))
      return nil
    }
  }

  private mutating func join(_ document: ExchangeDocument) {
    count += 1
    joined.add(document)
  }

  /// The name of a series that has none in its file: that of Criterion's `new/estimates.json` is the
  /// folder above.
  private static func seriesName(of path: String) -> String {
    var parts = path.split(separator: "/").map(String.init)
    guard let last = parts.popLast() else { return path }
    if last == "estimates.json" {
      if parts.last == "new" || parts.last == "base" { parts.removeLast() }
      return parts.isEmpty ? "value" : parts.joined(separator: "/")
    }
    let dot = last.lastIndex(of: ".") ?? last.endIndex
    return (parts + [String(last[..<dot])]).joined(separator: "/")
  }

  /// In the order of names, with numbers in the order of their values: `run9` is before `run10`.
  private static func ordered(_ paths: [String]) -> [String] {
    typealias Part = (number: Int, text: String)
    func parts(_ text: String) -> [Part] {
      var parts: [Part] = []
      var rest = text[...]
      while let first = rest.first {
        let isDigit = first.isASCII && first.isNumber
        let part = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
        parts.append((isDigit ? Int(part) ?? .max : -1, String(part)))
        rest = rest[part.endIndex...]
      }
      return parts
    }
    let keyed = paths.map { (key: parts($0), path: $0) }
    return keyed.sorted { left, right in
      // A part that is not a number has −1, so it comes before numbers. Among equal numbers the
      // text decides, which keeps `01` and `1` apart.
      for (one, other) in zip(left.key, right.key) where one != other { return one < other }
      return left.key.count < right.key.count
    }.map(\.path)
  }
}
