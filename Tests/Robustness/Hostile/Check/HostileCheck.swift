internal import Files
internal import Foundation
internal import HostileFiles
internal import ImageCodecs
internal import Measuring

/// Reads file after file, and keeps what was found.
struct HostileCheck {
  private(set) var findingCount = 0
  private var outcomes: [HostileReading.Outcome: Int] = [:]
  private var fileCount = 0
  /// Generated files whose rows our reader did not decline.
  private var ownCount = 0
  private var slowest = (seconds: 0.0, name: "none")
  private var largestGrowth = 0
  private var resident = 0
  private let limits: DecodingLimits
  private let patience: Double

  /// What a file of less than 1 MB may take, in seconds of processor time, read in one way.
  static let usualPatience = 2.0
  private static let smallFile = 1_000_000
  /// What a process may hold beside what the limit speaks of: tables, bands, the file, free lists.
  private static let otherMemory = 48 << 20

  init(memoryMegabytes: Int?, patience: Double = usualPatience) {
    var limits = DecodingLimits()
    if let memoryMegabytes { limits.memoryBytes = memoryMegabytes * 1_000_000 }
    self.limits = limits
    self.patience = patience
  }

  /// Every file, also from disk, and some cut at every byte.
  mutating func readFiles(of folder: PictureFolder) {
    for file in folder.files {
      read(file.bytes, name: file.path)
      do {
        try HostileReading(limits: limits).read(ImageFile(opening: file.path))
      } catch {
        report("\(file.path), from disk: \(error)", bytes: file.bytes)
      }
    }
    for file in folder.dozen {
      for count in 0..<file.bytes.count {
        read(Array(file.bytes[..<count]), name: "\(file.path) cut to \(count) bytes")
      }
    }
  }

  /// The broken files of some numbers.
  mutating func readMutations(of folder: PictureFolder, from first: Int, count: Int) {
    let mutator = FileMutator(originals: folder.originals)
    for number in first..<first + count {
      read(mutator.file(number), name: "mutation \(number)")
    }
  }

  /// JPEG files with changed headers, of some numbers, judged by libjpeg and by our readers.
  mutating func judgeHeaders(from first: Int, count: Int) {
    let mutator = JPEGHeaderMutator()
    let judgement = JPEGJudgement()
    for number in first..<first + count {
      let file = mutator.file(number)
      do {
        outcomes[try judgement.judge(file, allowsPartialImages: number % 2 == 0), default: 0] += 1
      } catch {
        report("header \(number): \(error)", bytes: file)
      }
    }
  }

  /// Whole and damaged JPEG files of invented pictures, of some numbers, read on one to eight threads by
  /// our readers and by libjpeg.
  mutating func compareGenerated(from first: Int, count: Int) {
    let judgement = JPEGJudgement(
      limits: DecodingLimits(pixels: 1 << 18, memoryBytes: 64_000_000, scans: 30))
    let differential = JPEGDifferential()
    for number in first..<first + count {
      let file = GeneratedJPEG(number).bytes
      do {
        let outcome = try judgement.judge(
          file, allowsPartialImages: number % 2 == 0, threads: JPEGDifferential.threads)
        outcomes[outcome, default: 0] += 1
        if try differential.check(file, number: number) { ownCount += 1 }
      } catch {
        report("generated \(number): \(error)", bytes: file)
      }
    }
  }

  private mutating func read(_ bytes: [UInt8], name: String) {
    if fileCount % 64 == 0 {
      _ = PeakMemory.reset()
      resident = PeakMemory.currentBytes() ?? 0
    }
    fileCount += 1
    let reading = HostileReading(limits: limits)
    do {
      outcomes[try reading.read(bytes), default: 0] += 1
    } catch {
      report("\(name): \(error)", bytes: bytes)
    }
    if reading.slowestSeconds > slowest.seconds { slowest = (reading.slowestSeconds, name) }
    if bytes.count < Self.smallFile, reading.slowestSeconds > patience {
      report("\(name): \(reading.slowestSeconds) seconds", bytes: bytes)
    }
    let growth = (PeakMemory.bytes() ?? 0) - resident
    largestGrowth = max(largestGrowth, growth)
    if growth > limits.memoryBytes + Self.otherMemory {
      report("\(name): \(growth) bytes of memory", bytes: bytes)
      fileCount = 0  // The peak is set back, so that the next file is not blamed too.
    }
  }

  private mutating func report(_ finding: String, bytes: [UInt8]) {
    findingCount += 1
    print("finding: \(finding)")
    let place = FileManager.default.temporaryDirectory
      .appending(path: "hostile-finding-\(findingCount)")
    if (try? Data(bytes).write(to: place)) != nil { print("  kept as \(place.path())") }
  }

  var summary: String {
    let counts = HostileReading.Outcome.allCases.map { "\($0) \(outcomes[$0] ?? 0)" }
    let own = ownCount > 0 ? ", by our own reader \(ownCount)" : ""
    return """
      hostile: \(counts.joined(separator: ", "))\(own); memory limit \(limits.memoryBytes / 1_000_000) MB
      hostile: slowest way \(slowest.seconds) s (\(slowest.name)), most memory \
      \(largestGrowth >> 20) MiB, \(findingCount) findings
      """
  }
}
