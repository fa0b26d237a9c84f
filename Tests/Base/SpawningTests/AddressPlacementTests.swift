#if os(Linux)
  internal import CLibrary
  internal import CommandTestSupport
  internal import Testing

  @testable import Spawning

  @Suite("Addresses of started programs")
  struct AddressPlacementTests {
    /// Where a program's memory lies: its stack, and what was mapped last, as it says itself.
    private struct Places: Equatable {
      var stack: UInt
      var mapped: UInt
    }

    /// Starts a program that prints its own memory's places, under a placement.
    private static func places(_ placement: AddressPlacement) throws -> Places {
      let lines = try output(of: "/bin/cat", ["cat", "/proc/self/maps"], placement)
        .split(separator: "\n")
      func start(_ name: String) throws -> UInt {
        let line = try #require(lines.last { $0.hasSuffix(name) })
        return try #require(UInt(line.prefix { $0 != "-" }, radix: 16))
      }
      return Places(stack: try start("[stack]"), mapped: try start(".so.6"))
    }

    /// Starts a program under a placement, and returns what it prints.
    private static func output(
      of program: String, _ arguments: [String], _ placement: AddressPlacement
    ) throws -> String {
      let folder = try TemporaryFolder()
      let path = folder.file("output")
      var child: pid_t = 0
      let error = AddressPlacement.$ofChildren.withValue(placement) {
        var start = ProcessStart(leadsGroup: false)
        start.open(path, as: 1, O_WRONLY | O_CREAT)
        return start.spawn(&child, program, arguments: arguments, environment: ["LC_ALL=C"])
      }
      try #require(error == 0)
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
      try #require(status == 0)
      return String(decoding: try #require(folder.bytes("output")), as: UTF8.self)
    }

    @Test(
      "fixed addresses are the same each time, and move by whole pages",
      .enabled(if: AddressPlacement.canBeFixed, "this system does not let addresses be fixed"))
    func fixed() throws {
      let first = try Self.places(.fixed(pages: 3))
      #expect(try Self.places(.fixed(pages: 3)) == first)
      for pages in [0, 4, AddressPlacement.pageCount - 1] {
        let moved = try Self.places(.fixed(pages: pages))
        #expect(Int(moved.mapped) - Int(first.mapped) == (3 - pages) * 4096)
        #expect(moved.stack == first.stack)
      }
    }

    @Test("what this process itself is allowed does not change")
    func restored() throws {
      let before = try stackLimit()
      _ = try Self.places(.fixed(pages: 5))
      #expect(try stackLimit() == before)
      // Of starts at random places at least two of three differ, where the system draws them.
      let drawn = try (0..<3).map { _ in try Self.places(.random).mapped }
      let isRandom =
        try readText("/proc/sys/kernel/randomize_va_space") != "0\n"
        && !readText("/proc/self/personality").hasSuffix("40000\n")
      #expect(Set(drawn).count > 1 || !isRandom)
    }

    @Test("a start at random addresses inherits no other start's limit on the stack")
    func limits() async throws {
      let limit = try stackLimit()
      let expected = limit == rlim_t.max ? "unlimited\n" : "\(limit / 1024)\n"
      try await withThrowingTaskGroup { group in
        group.addTask { for pages in 0..<40 { _ = try Self.places(.fixed(pages: pages)) } }
        group.addTask {
          for _ in 0..<40 {
            let told = try Self.output(of: "/bin/sh", ["sh", "-c", "ulimit -s"], .random)
            #expect(told == expected)
          }
        }
        try await group.waitForAll()
      }
    }

    /// The limit between two starts, which other tests make at the same time.
    private func stackLimit() throws -> rlim_t {
      var limit = rlimit()
      var code: Int32 = -1
      AddressPlacement.random.during { _ in
        code = getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
      }
      try #require(code == 0)
      return limit.rlim_cur
    }

    private func readText(_ path: String) throws -> String {
      let file = try #require(fopen(path, "r"))
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = fread(&bytes, 1, bytes.count, file)
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }
#endif
