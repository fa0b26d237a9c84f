internal import CLibrary
internal import CommandTestSupport
internal import Spawning
internal import Synchronization
internal import Testing

@Suite("Starting processes")
struct ProcessStartTests {
  /// Starts a program and waits for its end.
  ///
  /// - Returns: the error of the start, and the program's exit code.
  private static func run(_ program: String) -> (error: Int32, exitCode: Int32) {
    var start = ProcessStart(leadsGroup: false)
    var child: pid_t = 0
    let error = start.spawn(&child, program, arguments: [program], environment: [])
    guard error == 0 else { return (error, 0) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return (0, status >> 8 & 0xFF)
  }

  /// Tells tasks that the test is over.
  private final class Ending: Sendable {
    let isNear = Atomic(false)
  }

  @Test("a program that was just written starts, although children of others may hold it open")
  func freshPrograms() async throws {
    let folder = try TemporaryFolder()
    let ending = Ending()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          while !ending.isNear.load(ordering: .relaxed) {
            let ended = Self.run("/bin/true")
            #expect(ended == (0, 0))
          }
        }
      }
      defer { ending.isNear.store(true, ordering: .relaxed) }
      for number in 0..<200 {
        let path = try folder.write("#!/bin/sh\nexit 3\n", to: "\(number)")
        try folder.setPermissions(0o755, of: "\(number)")
        let ended = Self.run(path)
        #expect(ended == (0, 3), "program \(number)")
      }
    }
  }

  #if os(Linux)
    @Test("a program that a child has open for writing is waited for")
    func writers() throws {
      let folder = try TemporaryFolder()
      let path = try folder.write("#!/bin/sh\nexit 3\n", to: "program")
      // A child of another test may have been started while the file was written, and hold it open.
      #expect(waitForWriters(of: path))
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
      var start = ProcessStart(leadsGroup: false)
      start.duplicate(ends[0], as: 0)
      start.open(path, as: 3, O_WRONLY)
      var child: pid_t = 0
      try #require(start.spawn(&child, "/bin/cat", arguments: ["cat"], environment: []) == 0)
      #expect(!waitForWriters(of: path, atMost: 0.01))
      // The child reads to the end of its input, and ends.
      for end in ends { close(end) }
      #expect(waitForWriters(of: path))
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
      #expect(waitForWriters(of: folder.file("nothing"), atMost: 0))
    }
  #endif

  @Test("what cannot be started is told by its error")
  func errors() throws {
    let folder = try TemporaryFolder()
    #expect(Self.run(folder.file("nothing")).error == ENOENT)
    #expect(Self.run(try folder.write("text", to: "text")).error == EACCES)
  }
}
