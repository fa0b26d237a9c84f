internal import Files
internal import Foundation
internal import Hashing
internal import ImageCodecs
internal import Pixels
internal import Testing

/// A folder of pictures with an `expectations.csv`: the one in this repository, or the one that
/// the environment variable `CORPUS` names.
struct Corpus {
  /// What a corpus says of one of its files.
  struct Entry: CustomTestStringConvertible, Sendable {
    let folder: String
    let file: String
    let fields: [String: String]

    subscript(column: String) -> String { fields[column] ?? "" }
    var path: String { folder + "/" + file }
    var testDescription: String { file }
  }

  let folder: String
  let entries: [Entry]

  /// The files that are part of this repository.
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Corpus").path()

  /// The corpus under test.
  static let current = Corpus(
    folder: ProcessInfo.processInfo.environment["CORPUS"].flatMap { $0.isEmpty ? nil : $0 }
      ?? fixtures)

  init(folder: String) {
    self.folder = folder
    let text = (try? readFile(at: folder + "/expectations.csv")) ?? []
    var records = parseCSV(String(decoding: text, as: UTF8.self))[...]
    let names = records.popFirst() ?? []
    entries = records.map { record in
      let fields = Dictionary(zip(names, record), uniquingKeysWith: { first, _ in first })
      return Entry(folder: folder, file: fields["file"] ?? "", fields: fields)
    }
  }

  /// The bytes of a file of the repository's corpus.
  static func bytes(_ file: String) throws -> [UInt8] {
    try readFile(at: fixtures + "/" + file)
  }
}

/// The SHA-256 of an image's RGBA8 bytes.
func hash(_ image: ImageBuffer) -> String {
  image.withPixels { view in
    SHA256.hex(UnsafeRawBufferPointer(start: view.baseAddress, count: 4 * view.pixelCount))
  }
}

/// Splits comma-separated values with quoted fields (RFC 4180).
func parseCSV(_ text: String) -> [[String]] {
  var records: [[String]] = []
  var record: [String] = []
  var field = ""
  var isQuoted = false
  var closedQuote = false
  for scalar in text.unicodeScalars {
    if isQuoted {
      if scalar == "\"" {
        isQuoted = false
        closedQuote = true
      } else {
        field.unicodeScalars.append(scalar)
      }
      continue
    }
    switch scalar {
    case "\"":
      if closedQuote { field.append("\"") }
      isQuoted = true
    case ",":
      record.append(field)
      field = ""
    case "\r": break
    case "\n":
      records.append(record + [field])
      record = []
      field = ""
    default: field.unicodeScalars.append(scalar)
    }
    closedQuote = false
  }
  return field.isEmpty && record.isEmpty ? records : records + [record + [field]]
}
