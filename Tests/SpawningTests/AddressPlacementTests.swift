#if os(Linux)
  internal import CLibrary
  internal import CommandTestSupport
  internal import Spawning
  internal import Testing

  @Suite("Addresses of started programs")
  struct AddressPlacementTests {
    /// Where a program's memory lies: its stack, and what was mapped last, as it says itself.
    private struct Places: Equatable {
      var stack: UInt
      var mapped: UInt
    }

    /// Starts a program that prints its own memory's places, under a placement.
    private static func places(_ placement: AddressPlacement) throws -> Places {
      let folder = try TemporaryFolder()
      let path = folder.file("maps")
      var child: pid_t = 0
      let error = AddressPlacement.$ofChildren.withValue(placement) {
        var start = ProcessStart(leadsGroup: false)
        start.open(path, as: 1, O_WRONLY | O_CREAT)
        return start.spawn(
          &child, "/bin/cat", arguments: ["cat", "/proc/self/maps"], environment: ["LC_ALL=C"])
      }
      try #require(error == 0)
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
      try #require(status == 0)
      let lines = String(decoding: try #require(folder.bytes("maps")), as: UTF8.self)
        .split(separator: "\n")
      func start(_ name: String) throws -> UInt {
        let line = try #require(lines.last { $0.hasSuffix(name) })
        return try #require(UInt(line.prefix { $0 != "-" }, radix: 16))
      }
      return Places(stack: try start("[stack]"), mapped: try start(".so.6"))
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
      var before = rlimit()
      var after = rlimit()
      #expect(stackLimit(&before) == 0)
      _ = try Self.places(.fixed(pages: 5))
      #expect(stackLimit(&after) == 0)
      #expect(before.rlim_cur == after.rlim_cur)
      // Of starts at random places at least two of three differ, where the system draws them.
      let drawn = try (0..<3).map { _ in try Self.places(.random).mapped }
      let isRandom =
        try readText("/proc/sys/kernel/randomize_va_space") != "0\n"
        && !readText("/proc/self/personality").hasSuffix("40000\n")
      #expect(Set(drawn).count > 1 || !isRandom)
    }

    private func stackLimit(_ limit: inout rlimit) -> Int32 {
      getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
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
