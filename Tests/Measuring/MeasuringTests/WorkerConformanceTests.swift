internal import Testing

@testable import Measuring

@Suite("Conformance of workers")
struct WorkerConformanceTests {
  /// A worker in the shell that answers well, but for one verb.
  private func problems(
    hello: String = "echo hello 1 >&3", second: String = "", pin: String = "echo pinned 0 >&3",
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
          \(second)
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

  /// The greeting of a worker of version 2.
  private let both = "echo hello $1 >&3"
  /// What it answers to the requests of that version.
  private let second = #"""
    parameters) echo 'parameters [{"name":"size","values":["1","2"]}]' >&3 ;;
    choose) case $rest in *size*) echo chosen >&3 ;; *) echo failure no >&3 ;; esac ;;
    describe) echo 'description {}' >&3 ;;
    metrics) echo 'metrics [{"name":"a","value":1,"better":"less"}]' >&3 ;;
    """#

  @Test("a worker of version 2 meets its requirements, with and without what it may lack")
  func secondVersion() {
    #expect(problems(hello: both, second: second).isEmpty)
    #expect(problems(hello: both).isEmpty)
    // A greeting that it does not know may be a failure.
    #expect(
      problems(hello: "if [ $1 = 1 ]; then echo hello 1; else echo failure no; fi >&3").isEmpty)
  }

  @Test("each violation of version 2 is named with what the worker did")
  func secondViolations() {
    func problems(_ body: String) -> [String] {
      self.problems(hello: both, second: body + "\n" + second)
    }
    #expect(
      self.problems(hello: "[ $1 = 1 ] || exit 3; echo hello 1 >&3")
        == ["it closed its channel instead of answering 'hello 2'"])
    #expect(
      problems("parameters) echo 'parameters {}' >&3 ;;")
        == Array(
          repeating:
            "it answered 'parameters' with 'parameters {}': the parameters are not an array",
          count: 2))
    #expect(
      problems("choose) case $rest in *1*) echo chosen >&3 ;; *) echo failure no >&3 ;; esac ;;")
        == [
          #"it answered 'choose {"size":["2"]}' with 'failure no'"#,
          #"it answered 'choose {"no-such-parameter":["1"]}' with 'chosen'"#,
        ])
    #expect(
      problems("describe) echo 'description {\"items\":-1}' >&3 ;;") == [
        #"it answered 'describe 0' with 'description {"items":-1}': "#
          + "'items' of a description is not a finite number of at least 0"
      ])
    #expect(
      problems(
        "metrics) m=x$m; echo \"metrics [{\\\"name\\\":\\\"$m\\\",\\\"better\\\":\\\"less\\\"}]\" >&3 ;;"
      )
        == ["it had other metrics after it had measured than before"])
  }

  @Test("a worker of another version, and a program that is none, fail every check")
  func foreign() {
    let newer = problems(hello: "echo hello 3 >&3")
    #expect(
      newer
        == Array(repeating: "it answered 'hello 1' with 'hello 3'", count: 12)
        + ["it answered 'hello 2' with 'hello 3'"])
    let none = WorkerConformance(program: "/bin/true", timeout: 600).run()
    #expect(
      none.dropLast().allSatisfy {
        $0.problem == "it closed its channel instead of answering 'hello 1'"
      })
    #expect(none.last?.problem == "it closed its channel instead of answering 'hello 2'")
    let missing = WorkerConformance(program: "/no/such", timeout: 600).run()
    #expect(missing.allSatisfy { $0.problem?.contains("could not be started") == true })
  }
}
