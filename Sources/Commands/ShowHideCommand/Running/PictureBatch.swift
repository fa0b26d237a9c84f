internal import ArgumentParser
internal import CommandText
internal import Files
internal import ImageCodecs
internal import Pixels
internal import Reporting
internal import Synchronization

/// Makes one or more pictures from each input and writes them: what show, hide, both and filter
/// have in common.
struct PictureBatch: Sendable {
  /// One input and where its pictures go.
  private struct Job: Sendable {
    let input: Result<Input, CommandFailure>
    let outputs: [String]
  }

  /// What became of an input.
  private struct Outcome: Sendable {
    let line: String
    let warnings: [String]
  }

  let plan: PicturePlan
  /// What is added to names, one for each picture made from an input.
  let suffixes: [String]
  /// Makes the pictures.
  let change: PictureChange

  /// Works through all inputs.
  ///
  /// - Throws: `ExitCode` unless all went well, `ValidationError` for a wrong command line.
  func run() async throws {
    let (saving, jobCount) = (plan.saving, plan.jobCount)
    var looked: InputSearch?
    try exitOnFailure { () throws(CommandFailure) in looked = try plan.search.get() }
    guard let search = looked else { return }
    var found = search.found
    var files = found.compactMap { try? $0.get() }
    // Where there is nothing to read, that is the error, and not what the output is called.
    let names =
      files.isEmpty
      ? nil
      : try checkingUsage {
        try OutputNames(plan.output, suffixes: suffixes, inputCount: found.count)
      }
    var outputs = try checkingUsage { try names?.paths(for: files) ?? [] }
    let made = Self.made(among: files, outputs)
    if !made.isEmpty {
      found.removeAll { input in (try? input.get()).map(made.contains) ?? false }
      files.removeAll(where: made.contains)
      outputs = try checkingUsage { try names?.paths(for: files) ?? [] }
    }
    if names?.isFolder == true {
      let folders = Set(outputs.joined().map { PathParts($0).folder })
      for folder in folders.sorted() { try Self.makeOutputFolder(folder) }
    }
    let pathsOfFile = Dictionary(zip(files, outputs)) { first, _ in first }
    let jobs = found.map { input in
      Job(input: input, outputs: (try? input.get()).flatMap { pathsOfFile[$0] } ?? [])
    }
    let batch = Batch(jobs: jobCount, isQuiet: plan.isQuiet)
    batch.warn(search.remarks)
    if !made.isEmpty {
      let count = made.count == 1 ? "1 file" : "\(made.count) files"
      batch.warn(["\(count) that an earlier run wrote into the folder were left out."])
    }
    if let remark = names?.remark(on: files) { batch.warn([remark]) }
    let threads = ThreadShare.threads(jobs: jobCount, inputs: jobs.count)
    var decoder = plan.decoder
    decoder.threads = threads
    let told = Announcements()
    let work = PictureWork(
      decoder: decoder, saving: saving, change: change, threads: threads,
      announce: { path, warning in
        // A picture that waits for memory is begun anew.
        if told.isNew("\(path)\n\(warning)") { batch.warn(path, warning, duringWork: true) }
      })
    let code = await batch.run(jobs, count: jobs.count, name: { (try? $0.input.get())?.path ?? "" })
    { job in
      await Self.work(work, on: job)
    } deliver: { job, result in
      guard case .success(let outcome) = result, let input = try? job.input.get() else { return }
      for warning in outcome.warnings { batch.warn(input.path, warning) }
      guard !batch.isQuiet else { return }
      let line = PathText.printable(outcome.line) + "\n"
      // Beside a picture it is a message, and none where the picture is lost.
      if names?.isStandardOutput == true {
        if !StandardOutput.isLost { StandardError.write(line) }
      } else {
        StandardOutput.write(line)
      }
    }
    if code != .success { throw code }
  }

  /// The pictures of folders that have the name of what is to be made of another.
  private static func made(among files: [Input], _ outputs: [[String]]) -> Set<Input> {
    let paths = Set(outputs.joined().compactMap { resolvedPath($0) })
    return Set(files.filter { $0.root != nil && resolvedPath($0.path).map(paths.contains) == true })
  }

  /// Makes the folder of outputs.
  ///
  /// - Throws: `ExitCode`, after the cause was printed.
  static func makeOutputFolder(_ path: String) throws {
    try exitOnFailure { () throws(CommandFailure) in
      do throws(FileAccessError) {
        try makeFolder(at: path)
      } catch {
        throw .unwritable(error)
      }
    }
  }

  private static func work(_ work: PictureWork, on job: Job) async -> Result<
    Outcome, CommandFailure
  > {
    do {
      let input = try job.input.get()
      for output in job.outputs { try work.saving.files.checkIsFree(output) }
      let outcome = try await work.run(input, outputs: job.outputs)
      let targets = job.outputs.map { $0 == OutputFiles.standardOutput ? "standard output" : $0 }
        .joined(separator: ", ")
      return .success(
        Outcome(
          line: "\(input.path) → \(targets): \(outcome.words)", warnings: outcome.warnings))
    } catch let failure as CommandFailure {
      return .failure(failure)
    } catch {
      return .failure(CommandFailure(message: "\(error)", exitCode: .failure))
    }
  }
}

/// What was told already.
private final class Announcements: Sendable {
  private let known = Mutex<Set<String>>([])

  /// Whether a text was not told before; it counts as told from then on.
  func isNew(_ text: String) -> Bool { known.withLock { $0.insert(text).inserted } }
}
