internal import Files
internal import ImageCodecs

/// A picture to read: a file, or standard input.
struct InputFile: Hashable, Sendable {
  /// The path; `-` is standard input.
  let path: String

  var isStandardInput: Bool { path == "-" }

  /// The name without folders and extension; `stdin` for standard input.
  var stem: String { isStandardInput ? "stdin" : PathParts(path).stem }

  /// Lends the content: an open file, or the bytes of standard input, at most as many as the limit.
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
}

extension InputFile {
  /// The bytes of standard input; only the first ones where they are those of no picture.
  private static func standardInput(limit: Int) throws(CommandFailure) -> [UInt8] {
    do {
      return try readStandardInput(limit: limit) { ImageFormat(sniffing: $0) != nil }
    } catch .tooLarge {
      throw .noInput(
        "-", "standard input has more than \(limit) bytes, the limit (--max-file).")
    } catch .system(_, let reason) {
      throw .noInput("-", "standard input cannot be read: \(reason).")
    } catch {
      throw .unreadable(error)
    }
  }

  /// What an argument stands for: a file, the pictures of a folder, or what a pattern matches.
  ///
  /// Whether a file in a folder is a picture is known by its content; subfolders are not entered.
  /// A name that exists is never taken as a pattern.
  static func expand(_ argument: String) -> [Result<InputFile, CommandFailure>] {
    if argument == "-" { return [.success(InputFile(path: "-"))] }
    switch FileKind(path: argument) {
    case .folder: return pictures(inFolder: argument)
    case .regular, .special: return [.success(InputFile(path: argument))]
    case .absent:
      guard argument.contains(where: { "*?[".contains($0) }) else {
        return [.success(InputFile(path: argument))]
      }
      let found = paths(matching: argument)
      guard !found.isEmpty else {
        return [.failure(.noInput(argument, "no file has a name like this."))]
      }
      return found.flatMap { path in
        FileKind(path: path) == .folder
          ? pictures(inFolder: path) : [.success(InputFile(path: path))]
      }
    }
  }

  private static func pictures(inFolder path: String) -> [Result<InputFile, CommandFailure>] {
    guard let names = names(inFolder: path) else {
      return [.failure(.noInput(path, "the folder may not be listed: permission denied."))]
    }
    let files = names.map { PathParts.join(path, $0) }
    let pictures = files.filter { file in
      FileKind(path: file) == .regular
        && firstBytes(ofFile: file, count: 16).withUnsafeBytes { ImageFormat(sniffing: $0) } != nil
    }
    guard !pictures.isEmpty else {
      return [.failure(.noInput(path, "the folder holds no PNG or JPEG file."))]
    }
    return pictures.map { .success(InputFile(path: $0)) }
  }
}
