internal import CommandTestSupport
internal import DominantColor
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

/// Whether the shim works here.
let isLinux: Bool = {
  #if os(Linux)
    true
  #else
    false
  #endif
}()

/// Why tests with faults do not run elsewhere.
let notLinux: Comment = "Faults are injected by LD_PRELOAD, which only Linux has here."

@Suite("Files that commands write, with a fault at every step", .enabled(if: isLinux, notLinux))
struct WrittenFileTests {
  /// A history to report on; shared by all scenarios, which only read it.
  private static let historyFolder = try? TemporaryFolder()

  private static let scenarios: [FaultScenario] = {
    let picture = try? SyntheticImage.named("photo")?.makeImage(width: 40, height: 30)
    let bytes = picture.flatMap { try? PNGEncoder().encode($0) } ?? []
    let old: [UInt8] = [1, 2, 3]
    let history = (historyFolder?.path ?? "") + "/h.sqlite"
    try? RecordedHistory.write(to: history)
    return [
      FaultScenario(
        name: "showhide show", command: "showhide",
        arguments: ["show", "in.png", "-o", "out.png"], replacing: ["--force"],
        before: ["in.png": bytes], outputs: ["out.png"]),
      FaultScenario(
        name: "showhide hide --force", command: "showhide",
        arguments: ["hide", "in.png", "-o", "out.jpg", "--force"],
        before: ["in.png": bytes, "out.jpg": old], outputs: ["out.jpg"]),
      FaultScenario(
        name: "showhide both into a folder", command: "showhide",
        arguments: ["both", "in.png", "-o", "new/out/"], replacing: ["--force"],
        before: ["in.png": bytes], outputs: ["new/out/in-show.png", "new/out/in-hide.png"]),
      FaultScenario(
        name: "showhide filter of two, one after the other", command: "showhide",
        arguments: ["filter", "a.png", "b.png", "-o", "out", "--red", "9", "--jobs", "1"],
        replacing: ["--force"], before: ["a.png": bytes, "b.png": bytes],
        outputs: ["out/a-filter.png", "out/b-filter.png"]),
      FaultScenario(
        name: "showhide palette", command: "showhide",
        arguments: ["palette", "in.png", "--format", "css", "-o", "out.css"],
        replacing: ["--force"], before: ["in.png": bytes], outputs: ["out.css"]),
      FaultScenario(
        name: "showhide sunflower", command: "showhide",
        arguments: ["sunflower", "in.png", "-o", "out.svg"], replacing: ["--force"],
        before: ["in.png": bytes], outputs: ["out.svg"]),
      FaultScenario(
        name: "bench report into a new folder", command: "bench",
        arguments: ["report", "--history", history, "--output", "site"], before: [:],
        outputs: ["site/index.html"], isWhole: isPage),
      FaultScenario(
        name: "bench report over a page", command: "bench",
        arguments: ["report", "--history", history, "--output", "site", "--force"],
        before: ["site/index.html": old], outputs: ["site/index.html"], isWhole: isPage),
      FaultScenario(
        name: "bench export over a file", command: "bench",
        arguments: ["export", "--history", history, "--format", "csv", "-o", "out.csv", "--force"],
        before: ["out.csv": old], outputs: ["out.csv"]),
      FaultScenario(
        name: "kernels tune", command: "kernels",
        arguments: [
          "tune", "--allow-debug", "--method", "hue", "--threads", "1", "--time", "0.001",
          "--output", "cache/tuning.json",
        ],
        before: [:], outputs: ["cache/tuning.json"], isWhole: isTuning),
    ]
  }()

  private static let isPage: @Sendable ([UInt8]) -> Bool = { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n")
  }

  private static let isTuning: @Sendable ([UInt8]) -> Bool = { bytes in
    guard let folder = try? TemporaryFolder(), let file = try? folder.write(bytes, to: "t.json")
    else { return false }
    return TuningFile(at: file).content != nil
  }

  @Test("kill -9", arguments: scenarios)
  func kill(_ scenario: FaultScenario) throws { try scenario.meetAll(.kill) }

  @Test("the disk is full from there on", arguments: scenarios)
  func diskFull(_ scenario: FaultScenario) throws { try scenario.meetAll(.errorsFrom(ENOSPC)) }

  @Test("a single call fails: broken disk", arguments: scenarios)
  func broken(_ scenario: FaultScenario) throws { try scenario.meetAll(.error(EIO)) }

  @Test("not permitted from there on", arguments: scenarios.prefix(2))
  func denied(_ scenario: FaultScenario) throws { try scenario.meetAll(.errorsFrom(EACCES)) }
}
