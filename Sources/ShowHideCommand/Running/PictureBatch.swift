internal import ArgumentParser
internal import CommandText
internal import Files
internal import ImageCodecs
internal import Pixels

/// Makes one or more pictures from each input and writes them: what show, hide, both and filter
/// have in common.
struct PictureBatch: Sendable {
  /// A picture made from an input, in the order of the suffixes, and a word on it.
  struct Change: Sendable {
    let images: [ImageBuffer]
    let words: String
  }

  /// One input and where its pictures go.
  private struct Job: Sendable {
    let input: Result<InputFile, CommandFailure>
    let outputs: [String]
  }

  /// What became of an input.
  private struct Outcome: Sendable {
    let line: String
    let warnings: [String]
  }

  let arguments: PictureArguments
  /// What is added to names, one for each picture made from an input.
  let suffixes: [String]
  /// Makes the pictures; told how many threads it may use.
  let change: @Sendable (_ image: ImageBuffer, _ threads: Int) async throws -> Change

  /// Works through all inputs.
  ///
  /// - Throws: `ExitCode` unless all went well, `ValidationError` for a wrong command line.
  func run() async throws {
    let writer = try checkingUsage { try arguments.writer() }
    let jobCount = try checkingUsage { try arguments.running.jobCount() }
    let decoder = try checkingUsage { try arguments.limits.decoder() }
    let found = arguments.inputs.flatMap { InputFile.expand($0) }
    let files = found.compactMap { try? $0.get() }
    let names = try checkingUsage {
      try OutputNames(arguments.output, suffixes: suffixes, inputCount: found.count)
    }
    let outputs = try checkingUsage { try names.paths(for: files) }
    if names.isFolder, !files.isEmpty { try Self.makeOutputFolder(names.output) }
    let pathsOfFile = Dictionary(zip(files, outputs)) { first, _ in first }
    let jobs = found.map { input in
      Job(input: input, outputs: (try? input.get()).flatMap { pathsOfFile[$0] } ?? [])
    }
    let batch = Batch(jobs: jobCount, isQuiet: arguments.running.quiet)
    let threads = max(1, CoreCount.available / min(jobCount, max(jobs.count, 1)))
    let change = change
    let code = await batch.run(jobs, count: jobs.count, name: { (try? $0.input.get())?.path ?? "" })
    { job in
      await Self.work(
        on: job, decoder: decoder, writer: writer, threads: threads, change: change)
    } deliver: { job, result in
      guard case .success(let outcome) = result, let input = try? job.input.get() else { return }
      for warning in outcome.warnings { batch.warn(input.path, warning) }
      if !batch.isQuiet { StandardOutput.write(outcome.line + "\n") }
    }
    if code != .success { throw code }
  }

  /// Makes the folder of outputs.
  ///
  /// - Throws: `ExitCode`, after the cause is told.
  static func makeOutputFolder(_ path: String) throws {
    try telling { () throws(CommandFailure) in
      do throws(FileAccessError) {
        try makeFolder(at: path)
      } catch {
        throw .unwritable(error)
      }
    }
  }

  private static func work(
    on job: Job, decoder: ImageDecoder, writer: PictureWriter, threads: Int,
    change: @Sendable (ImageBuffer, Int) async throws -> Change
  ) async -> Result<Outcome, CommandFailure> {
    do {
      let input = try job.input.get()
      for output in job.outputs { try writer.checkIsFree(output) }
      let picture = try PictureFile(input, decoder: decoder)
      let changed: Change
      do {
        changed = try await change(picture.image, threads)
      } catch let error as ImageGeometryError {
        throw CommandFailure.noMemory(input.path, error.description)
      }
      var warnings = picture.warnings
      for (image, output) in zip(changed.images, job.outputs) {
        warnings += try writer.write(image, like: picture, to: output)
      }
      let targets = job.outputs.joined(separator: ", ")
      return .success(
        Outcome(
          line: "\(input.path) → \(targets): \(changed.words)", warnings: warnings))
    } catch let failure as CommandFailure {
      return .failure(failure)
    } catch {
      return .failure(CommandFailure(message: "\(error)", exitCode: .failure))
    }
  }
}
