internal import CommandText
internal import Files
internal import ImageCodecs
internal import Reporting

/// Where the pictures made from inputs go.
struct OutputNames {
  /// The name given with `-o`.
  let output: String
  /// What is added to the names, one for each picture made from an input: `-show`, `-hide`.
  let suffixes: [String]
  /// Whether `output` is a folder, which may have to be made.
  let isFolder: Bool

  /// Whether the picture goes to standard output.
  var isStandardOutput: Bool { output == OutputFiles.standardOutput }

  /// Decides what `-o` means.
  ///
  /// It is a folder when one of its name exists, when it ends in a slash, when several inputs
  /// are to go there, or several pictures of one and it says no format; else a file.
  ///
  /// - Throws: ``UsageError`` when a file's name says no format, or that of a new folder one, or when
  ///   several pictures are to go to standard output.
  init(_ output: String, suffixes: [String], inputCount: Int) throws(UsageError) {
    self.output = output
    self.suffixes = suffixes
    if output == OutputFiles.standardOutput {
      let count = inputCount * suffixes.count
      guard count == 1 else {
        throw UsageError(
          "Standard output takes one picture, and \(count) would be made. Name a folder with -o.")
      }
      isFolder = false
      return
    }
    // A slash after a file's name would make it look absent.
    var bare = output[...]
    while bare.count > 1, bare.last == "/" { bare.removeLast() }
    let kind = FileKind(path: String(bare))
    let saysFormat = SavingOptions.format(ofName: output) != nil
    isFolder =
      kind == .folder || output.hasSuffix("/") || inputCount > 1
      || suffixes.count > 1 && kind == .absent && PathParts(output).fileExtension.isEmpty
    guard isFolder else {
      guard saysFormat else {
        throw UsageError(
          "'\(output)' does not say a format. End it in \(ImageFormat.writableFileExtensions), or in / "
            + "for a folder.")
      }
      return
    }
    if kind == .regular || kind == .special {
      throw UsageError(
        "'\(output)' is a file, and a folder is needed there. Name another.")
    }
    if kind == .absent, !output.hasSuffix("/"), let format = SavingOptions.format(ofName: output) {
      throw UsageError(
        "\(inputCount) inputs go into a folder, but '\(output)' is the name of a \(format) file. "
          + "Name a folder, or end it in / if that is what it should be called.")
    }
  }

  /// The files to make from an input, one for each suffix.
  ///
  /// - Parameters:
  ///   - input: the picture.
  ///   - inner: the folder in the output's folder; "" for that itself.
  /// - Returns: their paths.
  private func paths(for input: Input, inFolder inner: String) -> [String] {
    if isFolder {
      let folder = inner.isEmpty ? output : PathParts.join(output, inner)
      return suffixes.map {
        PathParts.join(folder, "\(input.stem)\($0).\(Self.fileExtension(for: input))")
      }
    }
    if suffixes.count == 1 { return [output] }
    //     out.png, "-show" and "-hide"     out-show.png, out-hide.png
    let end = output.lastIndex(of: ".") ?? output.endIndex
    return suffixes.map { output[..<end] + $0 + output[end...] }
  }

  /// The files to make from inputs.
  ///
  /// In a folder, pictures of folders below one that was typed keep their place. Where two of
  /// different folders would still have the same name, all keep theirs below the nearest folder that
  /// holds all of them.
  ///
  /// - Throws: ``UsageError`` when two would have the same name nevertheless.
  func paths(for inputs: [Input]) throws(UsageError) -> [[String]] {
    let plain = inputs.map { paths(for: $0, inFolder: $0.folderInRoot) }
    guard isFolder, Self.conflict(plain, inputs) != nil else { return try checked(plain, inputs) }
    let tree = CommonFolder(of: inputs)
    return try checked(inputs.map { paths(for: $0, inFolder: tree.rest(of: $0)) }, inputs)
  }

  private func checked(
    _ all: [[String]], _ inputs: [Input]
  ) throws(UsageError) -> [[String]] {
    if let conflict = Self.conflict(all, inputs) {
      throw UsageError(
        "'\(conflict.first)' and '\(conflict.second)' would both be written to '\(conflict.path)'. "
          + "Run them apart, into folders of their own.")
    }
    return all
  }

  /// Two inputs of which the same file would be made; `nil` where there are none.
  private static func conflict(
    _ all: [[String]], _ inputs: [Input]
  ) -> (first: String, second: String, path: String)? {
    // By bytes: names that look alike may be different files.
    var owners: [[UInt8]: String] = [:]
    for (input, paths) in zip(inputs, all) {
      for path in paths {
        if let other = owners.updateValue(input.path, forKey: Array(path.utf8)) {
          return (other, input.path, path)
        }
      }
    }
    return nil
  }

  /// The ending of the input's own name, or of its content where the name says nothing; PNG's for a
  /// format that is only read.
  private static func fileExtension(for input: Input) -> String {
    let own = PathParts(input.path).fileExtension
    if ImageFormat(fileExtension: own)?.isWritable == true { return own }
    return (format(of: input).flatMap { $0.isWritable ? $0 : nil } ?? .png).fileExtensions[0]
  }

  /// The format of an input, by its name or else its content; `nil` where neither says one.
  private static func format(of input: Input) -> ImageFormat? {
    if let format = ImageFormat(fileExtension: PathParts(input.path).fileExtension) {
      return format
    }
    guard !input.isStandardInput else { return nil }
    let start = firstBytes(ofFile: input.path, count: ImageFormat.sniffedBytes)
    return start.withUnsafeBytes { ImageFormat(sniffing: $0) }
  }

  /// A sentence about inputs of formats that are only read, of which PNG files are made; `nil` where
  /// there are none.
  func remark(on inputs: [Input]) -> String? {
    guard isFolder else { return nil }
    let formats = inputs.compactMap(Self.format).filter { !$0.isWritable }
    guard !formats.isEmpty else { return nil }
    let names = ImageFormat.all.filter(formats.contains).map(\.name).joined(separator: ", ")
    return "Files of these formats are only read, and PNG files are made of them: \(names)."
  }
}
