internal import Files

/// Benchmarks in languages with a runtime that compiles while they run: Java and Julia.
extension SuiteRecognition {
  /// The benchmarks of JMH that a build of Maven or Gradle packs into a jar; `nil` when there are none.
  func javaBenchmarks() -> SuiteTemplate? {
    for module in [""] + folders() {
      func path(_ name: String) -> String { module.isEmpty ? name : "\(module)/\(name)" }
      if search.holds("jmh-core", in: path("pom.xml")) {
        let jar = path("target/\(jarName(path("pom.xml"))).jar")
        let whole = module.isEmpty || !has("pom.xml") ? [] : ["-pl", module, "-am"]
        let place = module.isEmpty || has("pom.xml") ? [] : ["-f", path("pom.xml")]
        return jmh(
          "a Maven build with JMH",
          by: ["mvn", "-B", "-q", "-DskipTests"] + place + whole + ["package"],
          command: SuiteTemplate.array(["java", "-jar", jar] + Self.jmhOptions))
      }
      for build in ["build.gradle", "build.gradle.kts"]
      where search.holds("me.champeau.jmh", in: path(build)) {
        let task = module.isEmpty ? "jmhJar" : ":\(module):jmhJar"
        // The jar's name ends with a version.
        let text = (["java", "-jar", path("build/libs/*-jmh.jar")] + Self.jmhOptions)
          .joined(separator: " ")
        return jmh(
          "a Gradle build with JMH", by: [has("gradlew") ? "./gradlew" : "gradle", "-q", task],
          command: SuiteTemplate.quoted(text))
      }
    }
    return nil
  }

  /// What builds a project of Java: "Maven" or "Gradle"; `nil` for other projects.
  var javaBuild: String? {
    if has("pom.xml") { return "Maven" }
    return ["build.gradle", "build.gradle.kts"].contains(where: has) ? "Gradle" : nil
  }

  /// Classes of Java that can be started, those that are named as benchmarks before others; `nil` where there
  /// are none.
  func javaClasses() -> SuiteTemplate? {
    guard let kind = javaBuild else { return nil }
    let isMaven = kind == "Maven"
    let main = isMaven ? "target/classes" : "build/classes/java/main"
    let tests = isMaven ? "target/test-classes" : "build/classes/java/test"
    let programs = FolderWalk(folder).map(\.path).filter { $0.hasSuffix(".java") }.sorted()
      .compactMap(javaProgram)
    let named = programs.filter { BenchmarkSearch.isNamedAsBenchmark(PathParts($0.path).stem) }
    let needsTests = named.contains(where: \.isTest)
    let build =
      isMaven
      ? ["mvn", "-B", "-q", "-DskipTests", needsTests ? "test-compile" : "compile"]
      : [has("gradlew") ? "./gradlew" : "gradle", "-q", needsTests ? "testClasses" : "classes"]
    func template(_ found: String, _ benchmarks: [String]) -> SuiteTemplate {
      SuiteTemplate(
        found: "a \(kind) build\(found)", name: name, build: [SuiteTemplate.array(build)],
        benchmarks: benchmarks)
    }
    guard named.isEmpty else {
      return template(
        " with benchmarks",
        named.flatMap { program in
          ["# A whole run of the class, with the start of Java, which compiles while it runs."]
            + SuiteTemplate.command(
              ["java", "-cp", program.isTest ? "\(main):\(tests)" : main, program.name],
              name: program.name)
        })
    }
    return programs.first { !$0.isTest }.map {
      template("", start(["java", "-cp", main, $0.name]))
    }
  }

  /// A class with a main method, among the sources of a build; `nil` for other files.
  private func javaProgram(_ path: String) -> (path: String, name: String, isTest: Bool)? {
    let parts = path.split(separator: "/")
    guard parts.first == "src", parts.count > 2, search.holds("static void main(", in: path) else {
      return nil
    }
    let package = search.text(after: "package ", in: path).map { $0.prefix { $0 != ";" } }
    return (
      path, (package.map { "\($0)." } ?? "") + PathParts(path).stem,
      parts[1].lowercased().contains("test")
    )
  }

  /// One cold run of so many calls: the same work in each, which JMH's other modes choose by the clock.
  private static let jmhOptions = ["-f", "1", "-bm", "ss", "-wi", "0", "-i", "1", "-bs", "1000"]

  private static let jmhNote = [
    "# A whole run of all benchmarks, 1,000 calls of each, with the start of Java: a regular expression",
    "# after the jar chooses one, and -bs how many calls. Java compiles while it runs, so that fewer calls",
    "# measure mostly that.",
  ]

  // The command as it stands in the file: an array of words, or a text for the shell.
  private func jmh(_ found: String, by build: [String], command: String) -> SuiteTemplate {
    SuiteTemplate(
      found: found, name: name, build: [SuiteTemplate.array(build)],
      benchmarks: Self.jmhNote + ["[[command]]", "name = \"jmh\"", "command = \(command)"])
  }

  /// What a build of Maven calls the jar with the benchmarks: JMH's archetype says benchmarks.
  private func jarName(_ manifest: String) -> String {
    search.text(between: "<finalName>", and: "</finalName>", in: manifest) { !$0.contains("$") }
      ?? search.text(between: "<uberjar.name>", and: "</uberjar.name>", in: manifest) { _ in true }
      ?? "benchmarks"
  }

  /// The folders at the top that may be modules.
  private func folders() -> [String] {
    (names(inFolder: folder) ?? []).sorted().filter {
      !$0.hasPrefix(".") && FileKind(path: PathParts.join(folder, $0)) == .folder
    }
  }

  /// A package of Julia: its suite of BenchmarkTools, or a placeholder that loads it; `nil` for none.
  func juliaPackage() -> SuiteTemplate? {
    guard search.holds("uuid = ", in: "Project.toml"),
      let package = search.text(
        between: "name = \"", and: "\"", in: "Project.toml", where: { _ in true })
    else { return nil }
    let scripts = search.scripts(endings: [".jl"])
    let suite = scripts.first { search.holds("SUITE", in: $0) }
    let place = suite.map { PathParts($0).folder } ?? ""
    // Benchmarks have packages of their own, in a project beside them.
    let project = !place.isEmpty && has("\(place)/Project.toml") ? place : "."
    let develop = project == "." ? "" : "Pkg.develop(path = pwd()); "
    let start = ["julia", "--project=\(project)"]
    let build = SuiteTemplate.array(start + ["-e", "using Pkg; \(develop)Pkg.instantiate()"])
    guard let suite else {
      return SuiteTemplate(
        found: "a package of Julia", name: package, build: [build],
        benchmarks: SuiteTemplate.command(
          start + ["-e", "using \(package)"], name: "placeholder: using \(package)"))
    }
    return SuiteTemplate(
      found: "a package of Julia with BenchmarkTools", name: package, build: [build],
      benchmarks: [
        "# A whole run of all benchmarks, ten samples of ten evaluations each, with the start of Julia,",
        "# which compiles while it runs. Ten of each make every run do the same work.",
      ]
        + SuiteTemplate.command(
          start + [
            "-e",
            "include(joinpath(pwd(), ARGS[1])); run(SUITE; samples = 10, evals = 10, seconds = 3600)",
            suite,
          ], name: PathParts(suite).name))
  }
}
