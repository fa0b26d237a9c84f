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
    let searches = arguments.map {
      (argument: $0, search: InputSearch([$0], isRecursive: isRecursive))
    }
    let typed = searches.flatMap { argument, search in
      search.found.map { Candidate(argument: argument, input: $0) }
    }
    for (_, search) in searches { batch.warn(search.remarks) }
    let listed = (list.map { AnySequence($0) } ?? AnySequence([])).lazy.map { path in
      Candidate(argument: path, input: .success(Input(path: path)))
    }
    let inputs = [AnySequence(typed), AnySequence(listed)].lazy.joined()
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
      inputs, count: list == nil ? typed.count : nil,
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
}
