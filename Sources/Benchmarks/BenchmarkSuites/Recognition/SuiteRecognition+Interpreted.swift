/// Benchmarks of Ruby and PHP, in scripts.
extension SuiteRecognition {
  /// Scripts of a package of Ruby or PHP that are benchmarks, each a command; `nil` when there are none.
  ///
  /// Packages of Ruby often have a Makefile or extensions in C for their chores.
  func rubyOrPHP() -> SuiteTemplate? {
    let search = BenchmarkSearch(folder: folder)
    func scripts(_ ending: String, _ start: [String], timedBy frameworks: [String]) -> [String] {
      search.scripts(endings: [ending]).flatMap { script in
        (frameworks.contains { search.holds($0, in: script) }
          ? [
            "# This script's framework repeats its work for a set time, so that the length of a run says nothing."
          ] : ["# A whole run of the script: some milliseconds of it are the interpreter's start."])
          + SuiteTemplate.command(start + [script], name: script)
      }
    }
    if has("Gemfile") || has("Rakefile") {
      let found = scripts(".rb", ["ruby", "-Ilib"], timedBy: ["benchmark/ips", "benchmark-ips"])
      if !found.isEmpty {
        return SuiteTemplate(
          found: "a package of Ruby with benchmarks", name: name, build: [], benchmarks: found)
      }
    }
    guard has("composer.json") else { return nil }
    let found = scripts(".php", ["php"], timedBy: ["PhpBench"])
    return found.isEmpty
      ? nil
      : SuiteTemplate(
        found: "a package of PHP with benchmarks", name: name, build: [], benchmarks: found)
  }
}
