import CommandTestSupport
import Foundation
import Processors
import Testing

@testable import DominantColor

@Suite("Tuning files on disk")
struct TuningFileTests {
  @Test("a file for this machine is used")
  func used() throws {
    let folder = try TemporaryFolder()
    let tuning = SampleTunings.unusual()
    let path = try folder.write(tuning.json, to: "tuning.json")
    let file = TuningFile(at: path)
    #expect(file.problem == nil)
    #expect(file.tuning == tuning)
    let selection = KernelSelection.following(file)
    #expect(selection.explanation == "The tuning in '\(path)', made 2026-11-21T12:00:00Z.")
    let choice = selection.choice(for: .histogram, pixels: 5000, threads: 2)
    #expect(choice.kernel.id == "tiles")
    #expect(choice.explanation.contains("the tuning ('\(path)', made 2026-11-21T12:00:00Z)"))
  }

  @Test("one for anything else is shown and not used, and every difference is said")
  func otherKey() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleTunings.unusual(SampleTunings.key).json, to: "tuning.json")
    var key = SampleTunings.key
    #expect(TuningFile(at: path, for: key).tuning != nil)
    func words(_ change: (inout TuningKey) -> Void) -> String {
      var other = key
      change(&other)
      let file = TuningFile(at: path, for: other)
      #expect(file.tuning == nil)
      #expect(file.content != nil)
      return file.problem?.description ?? ""
    }
    #expect(words { $0.library = "2.0.0" }.contains("made by version 1.2.3, and this is 2.0.0"))
    #expect(words { $0.cpu = "Babbage" }.contains("on another processor (Abacus"))
    #expect(words { $0.cpuFeatures = "ff-01" }.contains("other features (ff-00, not ff-01)"))
    #expect(words { $0.cores = 8 }.contains("with 4 usable cores, not 8"))
    #expect(words { $0.cgroupQuota = "none" }.contains("quota was 1.50 CPUs, and is none"))
    key.cores = 1
    key.library = "0"
    #expect(words { _ in }.contains("; "))
  }

  @Test("no file, no place and files that are not tunings are problems with a message")
  func absent() throws {
    let folder = try TemporaryFolder()
    #expect(TuningFile(at: nil).problem == .noPlace)
    let missing = "\(folder.path)/missing/tuning.json"
    #expect(TuningFile(at: missing).problem == .absent(path: missing))
    let below = try folder.write("", to: "file") + "/tuning.json"
    #expect(TuningFile(at: below).problem == .absent(path: below))
    #expect(TuningFile(at: folder.path).problem == .notRegular(path: folder.path))
    #expect(TuningFile(at: "/dev/zero").problem == .notRegular(path: "/dev/zero"))
    let empty = try folder.write("", to: "tuning.json")
    guard case .malformed = TuningFile(at: empty).problem else {
      Issue.record("an empty file is no tuning")
      return
    }
    for problem in [
      TuningProblem.noPlace, .absent(path: "p"), .notRegular(path: "p"), .tooLarge(limit: 5),
      .unreadable(path: "p", reason: "why"), .otherSchema(9),
    ] {
      #expect(problem.description.hasSuffix("."))
    }
  }

  @Test("a pipe nobody writes to does not hang, a ring of links does not loop")
  func hostileKinds() throws {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(TuningFile(at: pipe).problem == .notRegular(path: pipe))
    let (one, two) = ("\(folder.path)/one", "\(folder.path)/two")
    try FileManager.default.createSymbolicLink(atPath: one, withDestinationPath: two)
    try FileManager.default.createSymbolicLink(atPath: two, withDestinationPath: one)
    guard case .unreadable(one, _) = TuningFile(at: one).problem else {
      Issue.record("a ring of links cannot be read")
      return
    }
    // A link to a good file is as good as the file.
    let good = try folder.write(SampleTunings.unusual().json, to: "tuning.json")
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: good)
    #expect(TuningFile(at: link).problem == nil)
  }

  @Test("a huge file is refused after the limit, a sparse terabyte too")
  func huge() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      String(repeating: " ", count: Tuning.byteLimit + 1), to: "tuning.json")
    #expect(TuningFile(at: path).problem == .tooLarge(limit: Tuning.byteLimit))
    try #require(truncate(path, 1 << 40) == 0)
    #expect(TuningFile(at: path).problem == .tooLarge(limit: Tuning.byteLimit))
    let tuning = SampleTunings.unusual()
    let text = tuning.json
    let padding = String(repeating: "\n", count: Tuning.byteLimit - text.utf8.count)
    #expect(TuningFile(at: try folder.write(text + padding, to: "tuning.json")).tuning == tuning)
  }

  @Test("files of the kernel, which say that they are empty, are read to their end")
  func kernelFiles() throws {
    #if os(Linux)
      let text = try #require(BoundedFile.text("/proc/self/status"))
      #expect(text.contains("Threads:"))
      #expect(BoundedFile.text("/proc/self/status", limit: 10) == nil)
    #endif
  }

  @Test("the place is XDG's, else the home's, and only if it is absolute")
  func path() {
    func path(_ variables: [String: String]) -> String? {
      TuningFile.path { variables[$0] }
    }
    let name = "swift-dominant-color/tuning.json"
    #expect(path(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/\(name)")
    #expect(path(["HOME": "/h"]) == "/h/.cache/\(name)")
    #expect(path(["XDG_CACHE_HOME": "", "HOME": "/h"]) == "/h/.cache/\(name)")
    #expect(path(["XDG_CACHE_HOME": "relative", "HOME": "/h"]) == "/h/.cache/\(name)")
    #expect(path(["HOME": "also/relative"]) == nil)
    #expect(path([:]) == nil)
  }
}

@Suite("What a tuning is keyed by")
struct TuningKeyTests {
  @Test("this machine has a whole key, and it fits a file")
  func current() throws {
    let key = TuningKey.current
    #expect(key.library == Dominant.version)
    #expect(!key.cpuFeatures.isEmpty)
    #expect(key.cores >= 1)
    #expect((1...key.cores).contains(TuningKey.threads))
    #if arch(x86_64)
      #expect(key.cpu.contains("family"))
    #endif
    let tuning = SampleTunings.unusual(key)
    #expect(try Tuning(parsing: Array(tuning.json.utf8)) == tuning)
  }

  @Test(
    "the tightest quota of the groups around the process counts",
    arguments: [
      ([:], "none"),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"], "none"),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"], "1.50 CPUs"),
      (
        [
          "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "400000 100000\n",
          "/sys/fs/cgroup/a/cpu.max": "205000 100000\n",
        ], "2.05 CPUs"
      ),
      (
        [
          "/proc/self/cgroup": "4:cpu,cpuacct:/x\n2:memory:/y\n",
          "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us": "50000\n",
          "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us": "100000\n",
        ], "0.50 CPUs"
      ),
      (
        [
          "/proc/self/cgroup": "4:cpu:/\n", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ], "none"
      ),
      (["/proc/self/cgroup": "nonsense", "/sys/fs/cgroup/cpu.max": "1 2 3"], "none"),
      (["/proc/self/cgroup": "0::/", "/sys/fs/cgroup/cpu.max": "99999999999999999999 1"], "none"),
    ])
  func quota(files: [String: String], expected: String) {
    #expect(ProcessorQuota.text(ProcessorQuota.tightest { files[$0] }?.limit) == expected)
  }
}
