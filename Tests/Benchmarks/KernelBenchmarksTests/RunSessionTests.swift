internal import CommandTestSupport
internal import CommandText
internal import DominantColor
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Reporting
internal import Testing

@testable import KernelBenchmarks

@Suite("Runs")
struct RunSessionTests {
  private func run(
    _ images: [ImageRequest], kernels: [any Kernel] = KernelCatalog.kernels(for: .histogram),
    transcript: Transcript, isCancelled: @escaping () -> Bool = { false },
    load: @escaping (ImageRequest) throws(InputFailure) -> BenchmarkImage = ImageLoader.load
  ) -> WorkStatus {
    var session = RunSession(
      race: KernelRace(
        kernels: kernels, instructionSet: .baseline, threads: 1, secondsPerKernel: 1,
        timer: ScriptedTimer()),
      images: images, load: load, expand: ImageLoader.expand, format: CSVReport(),
      environment: SampleResults.environment, output: { transcript.output += $0 },
      message: { transcript.messages.append($0.line) }, isCancelled: isCancelled,
      progress: ProgressLine(isShown: true) { transcript.progress += $0 }, elapsed: { 1 })
    return session.run()
  }

  private func flat(_ side: Int = 4) -> ImageRequest {
    ImageRequest(source: .synthetic("flat"), size: .exact(width: side, height: side))
  }

  private func file(_ path: String) -> ImageRequest {
    ImageRequest(source: .path(path), size: nil)
  }

  /// The rows of CSV output, without the heading.
  private func rows(_ transcript: Transcript) -> [Substring] {
    Array(transcript.output.split(separator: "\n").dropFirst())
  }

  @Test("a real photo goes through every histogram kernel to a row")
  func photo() throws {
    let transcript = Transcript()
    let code = run([file(Fixtures.path("Photos/china.jpg"))], transcript: transcript)
    #expect(code == .success)
    #expect(transcript.messages.isEmpty)
    #expect(rows(transcript).count == KernelCatalog.kernels(for: .histogram).count)
    // The pale sky, by the reference decoder's pixels and the contract.
    #expect(rows(transcript).allSatisfy { $0.contains("china.jpg,640,427,#eef2f9,0.19") })
    #expect(transcript.progress.contains("china.jpg, 0.273 MP"))
    #expect(transcript.progress.hasSuffix("\r\u{1B}[2K"))
  }

  @Test("inputs that fail are named, the others still run, and the exit code says so")
  func failures() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("", to: "empty.png")
    let text = try folder.write("hello, this is no picture", to: "text.png")
    let photo = try Data(contentsOf: URL(filePath: Fixtures.path("Photos/china.jpg")))
    let cut = try folder.write(Array(photo.prefix(20_000)), to: "cut.jpg")
    let pipe = folder.path + "/pipe.png"
    try #require(mkfifo(pipe, 0o600) == 0)
    let missing = folder.path + "/missing.png"

    for (path, code, cause) in [
      (missing, WorkStatus.missingInput, " does not exist."),
      (pipe, .missingInput, " is a pipe, socket or device; only regular files are taken."),
      ("/dev/null", .missingInput, " is a pipe, socket or device; only regular files are taken."),
      (empty, .damagedInput, ": The file is empty."),
      (text, .damagedInput, ": This is a text file, not a \(ImageFormat.allNames)."),
      (cut, .damagedInput, ": The JPEG data ends after"),
    ] {
      let transcript = Transcript()
      #expect(run([flat(), file(path), flat(5)], transcript: transcript) == code)
      #expect(transcript.messages.count == 1)
      #expect(
        transcript.messages[0].hasPrefix("Error: '\(path)'\(cause)"), "\(transcript.messages)")
      #expect(rows(transcript).count == 2 * KernelCatalog.kernels(for: .histogram).count)
    }
  }

  @Test("the first failure gives the exit code, but a wrong answer is worse")
  func exitCodes() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("", to: "empty.png")
    let missing = file(folder.path + "/missing.png")
    #expect(run([missing, file(empty)], transcript: Transcript()) == .missingInput)
    #expect(run([file(empty), missing], transcript: Transcript()) == .damagedInput)
    let transcript = Transcript()
    let kernels: [any Kernel] = [LyingKernel(), KernelCatalog.reference(for: .histogram)]
    #expect(run([missing, flat()], kernels: kernels, transcript: transcript) == .failure)
    #expect(
      transcript.messages.last
        == "Error: Kernel 'lying' answers 'flat' differently from the reference of method "
        + "'histogram'. It was not timed. This is a bug in the kernel.")
  }

  @Test("a folder stands for its pictures by content, in order; others are passed over")
  func folder() throws {
    let folder = try TemporaryFolder()
    let photo = try Data(contentsOf: URL(filePath: Fixtures.path("Photos/china.jpg")))
    _ = try folder.write(Array(photo), to: "b-photo.without-a-suffix")
    _ = try folder.write("notes", to: "a-notes.png")
    _ = try folder.write(Array(photo), to: ".hidden.jpg")
    var dot = try ImageBuffer(width: 1, height: 1)
    dot[0, 0] = RGBA8(red: 1, green: 2, blue: 3)
    _ = try folder.write(try PNGEncoder().encode(dot), to: "a-dot.png")
    let transcript = Transcript()
    #expect(run([file(folder.path)], transcript: transcript) == .success)
    let images = rows(transcript).map { $0.split(separator: ",")[4].split(separator: "/").last }
    let kernels = KernelCatalog.kernels(for: .histogram).count
    #expect(
      images == Array(repeating: "a-dot.png", count: kernels)
        + Array(repeating: "b-photo.without-a-suffix", count: kernels))
    #expect(rows(transcript)[0].contains("#010203,1.0,1,true"))
  }

  @Test("an input that fails at several sizes is told once")
  func toldOnce() {
    let transcript = Transcript()
    let sizes = [1, 2].map { ImageRequest(source: .path("no.png"), size: .pixelCount($0)) }
    #expect(run(sizes, transcript: transcript) == .missingInput)
    #expect(transcript.messages == ["Error: 'no.png' does not exist."])
  }

  @Test("a folder without pictures is no input")
  func emptyFolder() throws {
    let folder = try TemporaryFolder()
    let transcript = Transcript()
    #expect(run([file(folder.path)], transcript: transcript) == .missingInput)
    #expect(
      transcript.messages == ["Error: '\(folder.path)': the folder holds no PNG or JPEG file."])
    #expect(transcript.output.isEmpty)
  }

  @Test("what a decoder could mend is told as a warning")
  func warning() throws {
    let photo = try Data(contentsOf: URL(filePath: Fixtures.path("Photos/china.jpg")))
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(photo.dropLast(2)), to: "no-end-marker.jpg")
    let transcript = Transcript()
    #expect(run([file(path)], transcript: transcript) == .success)
    #expect(transcript.messages.count == 1)
    #expect(transcript.messages[0].hasPrefix("Warning: '\(path)': "))
  }

  @Test("an interrupted run keeps what is finished and says how much that is")
  func interrupted() {
    let transcript = Transcript()
    let kernels = KernelCatalog.kernels(for: .histogram).count
    let code = run(
      [flat(), flat(), flat()], transcript: transcript,
      isCancelled: { transcript.output.split(separator: "\n").count > kernels })
    #expect(code == .interrupted)
    #expect(rows(transcript).count == kernels)
    #expect(transcript.messages == ["Error: Interrupted: the results of 1 of 3 images are kept."])
  }

  @Test("an image that the machine cannot hold is refused before memory is taken")
  func tooLargeForMachine() {
    let transcript = Transcript()
    let request = ImageRequest(source: .synthetic("flat"), size: .pixelCount(1_000_000_000))
    let small = { (image: ImageRequest) throws(InputFailure) -> BenchmarkImage in
      try ImageLoader.load(image, installedMemory: 2_000_000_000)
    }
    let code = run([request], transcript: transcript, load: small)
    #expect(code == .failure)
    #expect(transcript.messages.count == 1)
    #expect(
      transcript.messages.first?.contains("need 4.00 GB, and the machine has 2.00 GB in all.")
        == true, "\(transcript.messages)")
  }
}
