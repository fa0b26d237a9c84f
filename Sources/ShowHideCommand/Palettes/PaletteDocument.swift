internal import ArgumentParser
internal import CommandText

/// The palettes of inputs on their way to standard output or a file.
struct PaletteDocument {
  var report: any PaletteReport
  /// The file; `nil` for standard output.
  let output: String?
  let writer: PictureWriter

  /// Reads inputs and writes their palettes, in order.
  ///
  /// - Parameters:
  ///   - arguments: files, folders and patterns as typed.
  ///   - list: further files; `nil` for none.
  ///   - request: what to ask of each.
  ///   - batch: how to work through them.
  /// - Returns: the exit code.
  /// - Throws: `ExitCode` when the output cannot be written.
  func write(
    _ arguments: [String], list: PathList?, request: PaletteRequest, batch: Batch
  ) async throws -> ExitCode {
    if let output {
      try telling { () throws(CommandFailure) in try writer.checkIsFree(output) }
    }
    let typed = arguments.flatMap { argument in
      InputFile.expand(argument).map { Input(argument: argument, file: $0) }
    }
    let listed = (list.map { AnySequence($0) } ?? AnySequence([])).lazy.map { path in
      Input(argument: path, file: .success(InputFile(path: path)))
    }
    let inputs = [AnySequence(typed), AnySequence(listed)].lazy.joined()
    var report = report
    var kept: [UInt8] = []
    func emit(_ bytes: [UInt8]) {
      if output == nil { StandardOutput.write(bytes) } else { kept += bytes }
    }
    let request = request.limited(
      toThreads: ThreadShare.threads(jobs: batch.jobs, inputs: list == nil ? typed.count : nil))
    emit(report.opening())
    let code = await batch.run(
      inputs, count: list == nil ? typed.count : nil,
      isPointless: { output == nil && StandardOutput.isLost }, name: \.path
    ) { input in
      input.file.flatMap { file in
        Result { () throws(CommandFailure) in try request.answer(for: file) }
      }
    } deliver: { input, result in
      switch result {
      case .success(let image):
        for warning in image.warnings { batch.warn(image.path, warning) }
        emit(report.section(image))
      case .failure(let failure):
        emit(report.failure(input.path, failure.message))
      }
    }
    emit(report.closing())
    try telling { () throws(CommandFailure) in
      if let failure = list?.failure { throw failure }
    }
    if let output {
      try telling { () throws(CommandFailure) in try writer.write(kept, to: output) }
    }
    return code
  }

  /// An input as typed, and what it stands for.
  private struct Input: Sendable {
    let argument: String
    let file: Result<InputFile, CommandFailure>

    var path: String { (try? file.get())?.path ?? argument }
  }
}
