internal import Files
internal import ImageCodecs

/// Where the pictures made from inputs go.
struct OutputNames {
  /// The name given with `-o`.
  let output: String
  /// What is added to the names, one for each picture made from an input: `-show`, `-hide`.
  let suffixes: [String]
  /// Whether `output` is a folder, which may have to be made.
  let isFolder: Bool

  /// Decides what `-o` means.
  ///
  /// It is a folder when one of its name exists, when it ends in a slash, or when several pictures
  /// are to go there; else a file.
  ///
  /// - Throws: ``UsageError`` when a file's name says no format.
  init(_ output: String, suffixes: [String], inputCount: Int) throws(UsageError) {
    self.output = output
    self.suffixes = suffixes
    // A slash after a file's name would make it look absent.
    var bare = output[...]
    while bare.count > 1, bare.last == "/" { bare.removeLast() }
    let kind = FileKind(path: String(bare))
    isFolder = kind == .folder || output.hasSuffix("/") || inputCount > 1
    guard isFolder else {
      guard PictureWriter.format(ofName: output) != nil else {
        throw UsageError(
          "'\(output)' does not say a format. End it in .png, .jpg or .jpeg, or in / for a folder.")
      }
      return
    }
    if kind == .regular || kind == .special {
      throw UsageError(
        "'\(output)' is a file, and a folder is needed there. Name another.")
    }
  }

  /// The files to make from an input, one for each suffix.
  func paths(for input: InputFile) -> [String] {
    if isFolder {
      let folder = output.hasSuffix("/") ? output : output + "/"
      return suffixes.map { "\(folder)\(input.stem)\($0).\(Self.fileExtension(for: input))" }
    }
    if suffixes.count == 1 { return [output] }
    let end = output.lastIndex(of: ".") ?? output.endIndex
    return suffixes.map { output[..<end] + $0 + output[end...] }
  }

  /// The files to make from inputs.
  ///
  /// - Throws: ``UsageError`` when two would have the same name.
  func paths(for inputs: [InputFile]) throws(UsageError) -> [[String]] {
    let all = inputs.map { paths(for: $0) }
    var owners: [String: String] = [:]
    for (input, paths) in zip(inputs, all) {
      for path in paths {
        if let other = owners.updateValue(input.path, forKey: path) {
          throw UsageError(
            "'\(other)' and '\(input.path)' would both be written to '\(path)'. Run them apart, "
              + "into folders of their own.")
        }
      }
    }
    return all
  }

  /// The ending of the input's own name, or of its content where the name says nothing.
  private static func fileExtension(for input: InputFile) -> String {
    let own = PathParts(input.path).fileExtension
    if PictureWriter.endings.contains(own) { return own }
    guard !input.isStandardInput else { return "png" }
    let format = firstBytes(ofFile: input.path, count: 16).withUnsafeBytes {
      ImageFormat(sniffing: $0)
    }
    return format == .jpeg ? "jpg" : "png"
  }
}
