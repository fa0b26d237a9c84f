internal import Testing

@testable import Measuring

@Suite("Conformance of workers")
struct WorkerConformanceTests {
  /// A worker in the shell that answers well, but for one verb.
  private func problems(
    hello: String = "echo hello 1 >&3", pin: String = "echo pinned 0 >&3",
    prepare: String = "prepared=1; echo answer 42 >&3",
    run: String = "echo epoch $2 5 5 5 0 0 >&3", quit: String = "exit 0",
    list: String = "echo workloads 2 >&3", name: String = "echo name the $1. >&3",
    other: String = "echo failure no such request >&3", closed: String = "exit 1"
  ) -> [String] {
    let script = """
      prepared=0
      while read -r verb rest <&3; do
        set -- $rest
        case $verb in
          hello) \(hello) ;;
          pin) \(pin) ;;
          list) \(list) ;;
          name) \(name) ;;
          prepare) if [ "$1" = 0 ]; then \(prepare); else echo failure no workload >&3; fi ;;
          run) if [ $prepared = 1 ]; then \(run); else echo failure not prepared >&3; fi ;;
          quit) \(quit) ;;
          *) \(other) ;;
        esac
      done
      \(closed)
      """
    return WorkerConformance(
      program: "/bin/sh", arguments: ["-c", script], timeout: 600
    ).run().compactMap(\.problem)
  }

  @Test("a worker that follows the protocol meets every requirement")
  func conforming() {
    #expect(problems().isEmpty)
    #expect(problems(list: "echo failure no such request >&3").isEmpty)
  }

  @Test("each violation is named with what the worker did")
  func violations() {
    #expect(problems(pin: "echo yes >&3") == ["it answered 'pin 0' with 'yes'"])
    #expect(
      problems(other: "exit 3") == ["it closed its channel instead of answering 'jump 3'"])
    #expect(
      problems(run: "echo epoch 7 5 5 5 0 0 >&3")
        == Array(repeating: "it answered 'run 0 1 0' with 'epoch 7 5 5 5 0 0'", count: 2))
    #expect(
      problems(list: "echo workloads many >&3") == ["it answered 'list' with 'workloads many'"])
    #expect(problems(name: "echo name >&3") == ["it answered 'name 0' with 'name'"])
    #expect(problems(quit: "exit 4") == ["it ended with exit code 4 after 'quit'"])
    #expect(problems(quit: "echo bye >&3; exit 0") == ["it answered 'quit' with 'bye'"])
    #expect(
      problems(prepare: "prepared=1; n=${n}x; echo answer $n >&3")
        == ["it answered 'x' first and 'xx' the second time"])
  }

  @Test("a worker of another version, and a program that is none, fail every check")
  func foreign() {
    let newer = problems(hello: "echo hello 2 >&3")
    #expect(newer == Array(repeating: "it answered 'hello 1' with 'hello 2'", count: 12))
    let none = WorkerConformance(program: "/bin/true", timeout: 600).run()
    #expect(
      none.allSatisfy { $0.problem == "it closed its channel instead of answering 'hello 1'" })
    let missing = WorkerConformance(program: "/no/such", timeout: 600).run()
    #expect(missing.allSatisfy { $0.problem?.contains("could not be started") == true })
  }
}
