internal import ArgumentParser
internal import CommandText
internal import Files

/// The palettes of all inputs, on their way to standard output or a file.
struct PaletteBatch {
  var palettes: any PaletteWriter
  /// The file; `nil` for standard output.
  let output: String?
  let files: OutputFiles
  let batch: Batch

  /// Reads inputs and writes their palettes, in order.
  ///
  /// - Parameters:
  ///   - arguments: files, folders and patterns as typed.
  ///   - list: further files; `nil` for none.
  ///   - isRecursive: whether folders in folders are entered.
  ///   - request: what to ask of each.
  /// - Returns: the exit code.
  /// - Throws: `ExitCode` when the output cannot be written.
  func write(
    _ arguments: [String], list: PathList?, isRecursive: Bool = false, request: PaletteRequest
  ) async throws -> ExitCode {
    var file: WholeFile?
    try exitOnFailure { () throws(CommandFailure) in
      if let output { file = try files.begin(output) }
    }
    var typed: [Candidate] = []
    for argument in arguments {
      let search = InputSearch([argument], isRecursive: isRecursive)
      for input in search.found { typed.append(Candidate(argument: argument, input: input)) }
      batch.warn(search.remarks)
    }
    var palettes = palettes
    var failure: CommandFailure?
    func emit(_ make: () throws(CommandFailure) -> [UInt8]) {
      guard failure == nil else { return }
      do {
        let bytes = try make()
        guard let file else { return StandardOutput.write(bytes) }
        do throws(FileAccessError) {
          try file.append(bytes)
        } catch {
          throw CommandFailure.unwritable(error)
        }
      } catch let error as CommandFailure {
        failure = error
      } catch {}
    }
    let request = request.limited(
      toThreads: ThreadShare.threads(jobs: batch.jobs, inputs: list == nil ? typed.count : nil))
    emit { palettes.opening() }
    let code = await batch.run(
      Candidates(typed: typed, list: list), count: list == nil ? typed.count : nil,
      isPointless: { failure != nil || output == nil && StandardOutput.isLost }, name: \.path
    ) { candidate in
      candidate.input.flatMap { input in
        Result { () throws(CommandFailure) in try request.readPalette(of: input) }
      }
    } deliver: { candidate, result in
      switch result {
      case .success(let entry):
        for warning in entry.warnings { batch.warn(entry.path, warning) }
        emit { palettes.section(entry) }
      case .failure(let error):
        emit { palettes.failure(candidate.path, error.message) }
      }
    }
    emit { () throws(CommandFailure) in try palettes.closing() }
    if let failure {
      writeMessage("Error: \(failure.message)")
      throw code == .success ? failure.exitCode : code
    }
    try exitOnFailure { () throws(CommandFailure) in
      if let failure = list?.failure { throw failure }
      do throws(FileAccessError) {
        try file?.commit()
      } catch {
        throw .unwritable(error)
      }
    }
    return code
  }

  /// An input as typed, and what it stands for.
  private struct Candidate: Sendable {
    let argument: String
    let input: Result<Input, CommandFailure>

    var path: String { (try? input.get())?.path ?? argument }
  }

  /// What is typed, then what is listed, as it is asked for.
  private struct Candidates: Sequence, IteratorProtocol {
    let typed: [Candidate]
    let list: PathList?
    private var position = 0

    init(typed: [Candidate], list: PathList?) { (self.typed, self.list) = (typed, list) }

    mutating func next() -> Candidate? {
      if position < typed.count {
        defer { position += 1 }
        return typed[position]
      }
      return list?.next().map { Candidate(argument: $0, input: .success(Input(path: $0))) }
    }
  }
}
