internal import Files

/// Packages of Ruby: their scripts, and a worker for those that have none.
extension SuiteRecognition {
  /// The manifest of a gem, if there is one.
  private var gemspec: String? {
    (names(inFolder: folder) ?? []).sorted().first { $0.hasSuffix(".gemspec") }
  }

  /// Whether there is a package of Ruby.
  var isRuby: Bool { has("Gemfile") || has("Rakefile") || gemspec != nil }

  /// A package of Ruby with its benchmarks or a worker; `nil` for another one, or without a library.
  func rubyPackage() -> SuiteTemplate? {
    guard isRuby else { return nil }
    let scripts = search.scripts(endings: [".rb"])
    let timed = scripts.filter { script in
      ["benchmark/ips", "benchmark-ips"].contains { search.holds($0, in: script) }
    }
    let others = scripts.filter { !timed.contains($0) }
    guard timed.isEmpty, others.isEmpty else {
      return SuiteTemplate(
        found: "a package of Ruby with benchmarks\(timed.isEmpty ? "" : " of benchmark-ips")",
        name: name, build: [],
        benchmarks: timed.flatMap { script in
          [
            "[[adapter]]", "framework = \"benchmark-ips\"",
            "command = \(SuiteTemplate.array(["ruby", "-Ilib", script]))",
          ]
        }
          + others.flatMap { script in
            ["# A whole run of the script: some milliseconds of it are the interpreter's start."]
              + SuiteTemplate.command(["ruby", "-Ilib", script], name: script)
          })
    }
    guard let draft = rubyWorker() else { return nil }
    return SuiteTemplate(
      found: "a package of Ruby\(leavingOutTimed([".rb"]))", name: name, draft: draft)
  }

  /// The worker of the library that is called like the gem or the folder, or is the only one.
  private func rubyWorker() -> WorkerDraft? {
    let gem = gemspec.map { PathParts($0).stem } ?? name
    let wanted = [gem, gem.replacing("-", with: "/"), gem.replacing("-", with: "_")]
    let files = (names(inFolder: PathParts.join(folder, "lib")) ?? []).filter {
      $0.hasSuffix(".rb")
    }
    let feature =
      wanted.first { has("lib/\($0).rb") } ?? (files.count == 1 ? PathParts(files[0]).stem : nil)
    guard let feature, let place = workerFolder else { return nil }
    let declared = ["module ", "class "].compactMap {
      search.text(after: $0, in: "lib/\(feature).rb")
    }
    // A path of a name says what stands before it.
    let names = declared.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
    return draft(RubyWorker(feature: feature, names: names.filter { !$0.isEmpty }, folder: place))
  }
}
