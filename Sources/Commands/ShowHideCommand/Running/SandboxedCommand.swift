internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import Files
internal import ImageCodecs
internal import Sandboxing

/// A command that can take away its own rights before it reads a picture.
protocol SandboxedCommand {
  /// Says whether it was asked to.
  var running: RunningArguments { get }
  /// The inputs, as typed.
  var sandboxedInputs: [String] { get }
  /// A file with the paths of further inputs; `nil` without.
  var sandboxedList: String? { get }
  /// Makes the folders that outputs need, and gives the folders that outputs go into.
  func outputFolders() throws -> [String]
}

extension SandboxedCommand {
  var sandboxedList: String? { nil }

  /// Restricts the process to the files it was told of, if it was asked to.
  ///
  /// - Throws: `ExitCode`, after the cause was printed.
  func enterSandbox() throws {
    guard running.sandbox else { return }
    let grants = try self.grants()
    // What reads the machine's own files does it now, and keeps the answer.
    _ = ThreadShare.jobs
    _ = KernelSelection.automatic.explanation
    ImageFormat.openLibraries()
    do {
      try Sandbox.enter(grants)
    } catch {
      StandardError.write("Error: --sandbox: \(error.description)\n")
      throw ExitCode.unavailable
    }
  }

  private func grants() throws -> [Sandbox.Grant] {
    var grants: [Sandbox.Grant] = []
    for input in sandboxedInputs where input != "-" {
      switch FileKind(path: input) {
      case .folder: grants += [.reading(input), .listing(input)]
      case .regular, .special: grants.append(.reading(input))
      case .absent:
        let found = paths(matching: input)
        grants += found.map { .reading($0) } + found.map { .listing($0) }
        // The pattern is looked up again; names, not contents, are seen for that.
        if !found.isEmpty { grants.append(.listing(Self.fixedFolder(ofPattern: input))) }
      }
    }
    if let list = sandboxedList {
      // What a list names is known when it has been read.
      grants.append(.reading("/"))
      if list != "-" { grants.append(.reading(list)) }
    }
    return grants + (try outputFolders().map { .writing(inFolder: $0) })
  }

  /// The folder in which everything that a pattern matches is.
  private static func fixedFolder(ofPattern pattern: String) -> String {
    let fixed = pattern.prefix { !"*?[".contains($0) }
    return PathParts(String(fixed)).folder
  }
}

/// A command that makes pictures of pictures.
protocol PictureCommand: SandboxedCommand, PlannedCommand where Plan == PictureBatch {
  var pictures: PictureArguments { get }
}

extension PictureCommand {
  var running: RunningArguments { pictures.running }
  var sandboxedInputs: [String] { pictures.inputs }

  var sandboxedList: String? { pictures.further.list }

  func outputFolders() throws -> [String] {
    let batch = plan()
    guard let found = try? batch.plan.search.get().found else { return [] }
    let files = found.compactMap { try? $0.get() }
    guard !files.isEmpty else { return [] }
    let names = try checkingUsage {
      try OutputNames(pictures.output, suffixes: batch.suffixes, inputCount: found.count)
    }
    guard names.isFolder else {
      return names.isStandardOutput ? [] : [PathParts(pictures.output).folder]
    }
    for paths in try checkingUsage({ try names.paths(for: files) }) {
      for path in paths { try PictureBatch.makeOutputFolder(PathParts(path).folder) }
    }
    try PictureBatch.makeOutputFolder(pictures.output)
    return [pictures.output]
  }
}
