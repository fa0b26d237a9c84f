internal import Files
internal import ImageCodecs

/// A picture to read: a file, or standard input.
struct Input: Hashable, Sendable {
  /// The path; `-` is standard input.
  let path: String
  /// The folder that was typed, for a picture found in it; `nil` for a file that was typed.
  var root: String?

  /// Where in ``root`` the file is; "" directly in it, and without one.
  var folderInRoot: String {
    guard let root else { return "" }
    let folder = PathParts(path).folder
    let start = PathParts.join(root, "")
    return folder.hasPrefix(start) ? String(folder.dropFirst(start.count)) : ""
  }

  var isStandardInput: Bool { path == "-" }

  /// The name without folders and extension; `stdin` for standard input.
  var stem: String { isStandardInput ? "stdin" : PathParts(path).stem }

  /// Calls a body with the content: an open file, or the bytes of standard input, up to the limit.
  func withContent<Result>(
    limit: Int,
    file body: (ImageFile) throws(ImageCodecError) -> Result,
    bytes bodyOfBytes: (UnsafeRawBufferPointer) throws(ImageCodecError) -> Result
  ) throws(CommandFailure) -> Result {
    guard isStandardInput else {
      let file: ImageFile
      do {
        file = try ImageFile(opening: path)
      } catch {
        throw .unreadable(error)
      }
      do {
        return try body(file)
      } catch {
        throw .undecodable(error, path: path)
      }
    }
    let bytes = try Self.standardInput(limit: limit)
    do {
      return try bytes.withUnsafeBufferPointer { buffer throws(ImageCodecError) in
        try bodyOfBytes(UnsafeRawBufferPointer(buffer))
      }
    } catch {
      throw .undecodable(error, path: path)
    }
  }

  /// Opens the file, or reads standard input, at most as many bytes as the limit.
  func open(limit: Int) throws(CommandFailure) -> InputContent {
    if isStandardInput { return InputContent(standardInput: try Self.standardInput(limit: limit)) }
    do {
      return InputContent(try ImageFile(opening: path))
    } catch {
      throw .unreadable(error)
    }
  }

  /// The bytes of standard input; only the first ones where they are those of no picture.
  private static func standardInput(limit: Int) throws(CommandFailure) -> [UInt8] {
    do {
      return try readStandardInput(limit: limit) { ImageFormat(sniffing: $0) != nil }
    } catch .tooLarge {
      throw .noInput(
        "-",
        "standard input has more than \(limit / 1_000_000) MB, the limit (--max-file).")
    } catch .system(_, let reason) {
      throw .noInput("-", "standard input cannot be read: \(reason).")
    } catch {
      throw .unreadable(error)
    }
  }
}
