internal import CommandTestSupport
internal import Foundation
internal import Testing

@testable internal import Measuring

@Suite("Programs that are run to their end, or ended")
struct ProgramOutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ script: String, isCancelled: (() -> Bool)? = nil) -> ProgramOutput {
    ProgramOutput.of(
      program: "/bin/sh", arguments: ["-c", script], environment: ["PATH=/usr/bin:/bin"],
      folder: folder.path, mergingErrors: true, isCancelled: isCancelled)
  }

  private func isThere(_ name: String) -> Bool { folder.bytes(name) != nil }

  /// A pipe that every process of a script holds open, and the descriptor that sees its end.
  private func makePipe() throws -> Int32 {
    #expect(run("mkfifo pipe").isSuccess)
    let descriptor = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    return descriptor
  }

  /// Whether every process that had a pipe open has ended, or ends within ten seconds.
  private func isLeft(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 10_000) == 1 && request.revents & Int16(POLLHUP) != 0
  }

  @Test("one that nobody stops says what it wrote, whether or not it could be stopped")
  func whole() {
    for isCancelled in [nil, { false }] as [(() -> Bool)?] {
      let output = run("echo one; echo two >&2", isCancelled: isCancelled)
      #expect(output == ProgramOutput(isSuccess: true, text: "one\ntwo"))
      #expect(!run("exit 3", isCancelled: isCancelled).isSuccess)
      // Its output ends before it does.
      #expect(run("echo out; exec >/dev/null 2>&1; : >done", isCancelled: isCancelled).isSuccess)
      #expect(isThere("done"))
    }
  }

  @Test("the wish to stop ends it with all that it started, who may remove what is half written")
  func ended() throws {
    let pipe = try makePipe()
    defer { close(pipe) }
    let output = run(
      """
      exec 5>pipe
      trap 'wait; exit 1' TERM
      echo begun
      sh -c 'trap "rm half; exit 1" TERM; : >half; : >child; while :; do sleep 0.01; done' &
      while :; do sleep 0.01; done
      """, isCancelled: { isThere("child") })
    #expect(!output.isSuccess)
    #expect(output.text == "begun")
    #expect(!isThere("half"))
    #expect(isLeft(pipe))
  }

  @Test("it is seen also of one that has closed its output, or writes without an end")
  func silent() throws {
    let pipe = try makePipe()
    defer { close(pipe) }
    for script in ["exec >/dev/null 2>&1", "yes &"] {
      try? FileManager.default.removeItem(atPath: folder.file("begun"))
      let output = run(
        "exec 5>pipe; \(script); : >begun; sleep 1000; exit 0", isCancelled: { isThere("begun") })
      #expect(!output.isSuccess)
      #expect(isLeft(pipe))
    }
  }

  @Test("what does not heed the request, or is stopped, is killed")
  func killed() throws {
    let pipe = try makePipe()
    defer { close(pipe) }
    for command in ["trap '' TERM", "trap 'kill -STOP $$' TERM", "trap '' TERM; yes >&4 & :"] {
      let child = try ChildProcess(
        program: "/bin/sh",
        arguments: [
          "-c", "exec 5>pipe 4>&1; \(command); sleep 1000 & echo begun; while :; do :; done",
        ],
        environment: ["PATH=/usr/bin:/bin"], folder: folder.path,
        connection: .output(mergingErrors: true, leadsSession: true))
      while try child.channel.receive(timeout: 600) != "begun" {}
      #expect(getsid(child.identifier) == child.identifier)
      #expect(getpgid(child.identifier) == child.identifier)
      #expect(child.end(within: 0.02).signal == SIGKILL)
      #expect(isLeft(pipe))
    }
  }
}
