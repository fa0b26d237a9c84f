internal import Testing

@testable import lab

@Suite("What the build of a product reads")
struct ProductInputsTests {
  /// A repository in memory: commits with files.
  private struct Repository {
    var commits: [String: [String: String]] = [:]
    var links: Set<String> = []

    func git(_ arguments: [String]) -> (isSuccess: Bool, text: String) {
      switch arguments[0] {
      case "rev-parse":
        let parts = arguments[arguments.count - 1].split(
          separator: ":", maxSplits: 1,
          omittingEmptySubsequences: false)
        guard let files = commits[String(parts[0])] else { return (false, "") }
        let path = String(parts[1])
        if path.isEmpty { return (true, "\(files.sorted { $0.key < $1.key })") }
        if let text = files[path] { return (true, "blob:\(text)") }
        let inside = files.filter { $0.key.hasPrefix("\(path)/") }.sorted { $0.key < $1.key }
        return inside.isEmpty ? (false, "") : (true, "\(inside)".replacing("\n", with: " "))
      case "cat-file": return (true, String(arguments[2].dropFirst("blob:".count)))
      case "ls-tree":
        let files = commits[arguments[2]] ?? [:]
        return (
          true,
          files.keys.sorted().map { "\(links.contains($0) ? "120000" : "100644") blob h\t\($0)" }
            .joined(separator: "\n")
        )
      case "grep":
        let commit = arguments[4]
        let lines = (commits[commit] ?? [:]).sorted { $0.key < $1.key }.flatMap { file, text in
          file.hasSuffix(".c")
            ? text.split(separator: "\n").filter { $0.contains("../") || $0.contains("incbin") }
              .map { "\(commit):\(file):\($0)" } : []
        }
        return (!lines.isEmpty, lines.joined(separator: "\n"))
      default: return (false, "")
      }
    }
  }

  private static let manifest = """
    {"name": "p", "toolsVersion": {"_version": "6.2.0"}, "dependencies": [],
     "products": [{"name": "tool", "targets": ["Tool"]}, {"name": "other", "targets": ["Other"]}],
     "targets": [
       {"name": "Tool", "type": "executable", "dependencies": [{"byName": ["Core", null]},
         {"product": ["ArgumentParser", "swift-argument-parser", null, null]}], "settings": []},
       {"name": "Core", "type": "regular", "dependencies": [{"target": ["CCore", null]}]},
       {"name": "CCore", "type": "regular", "path": "C/Core", "dependencies": []},
       {"name": "Other", "type": "regular", "dependencies": []},
       {"name": "CoreTests", "type": "test", "dependencies": [{"byName": ["Core", null]}]}]}
    """

  private static let files = [
    "Package.swift": manifest, "Sources/Tool/main.swift": "1", "Sources/Core/a.swift": "2",
    "C/Core/a.c": "#include \"../Core/b.h\"", "Sources/Other/o.swift": "3",
    "Tests/CoreTests/t.swift": "4", "README.md": "5",
  ]

  /// Whether a change to the files leaves the inputs equal; the reason for taking all of the
  /// second.
  private func change(
    links: Set<String> = [], _ edit: (inout [String: String]) -> Void
  ) throws -> (isSame: Bool, reason: String?) {
    var changed = Self.files
    edit(&changed)
    let repository = Repository(commits: ["one": Self.files, "two": changed], links: links)
    var reader = ProductInputs.Reader(git: repository.git, manifest: { $0.isEmpty ? nil : $0 })
    let first = reader.inputs(of: "tool", at: "one")
    let second = reader.inputs(of: "tool", at: "two")
    return (try #require(first) == (try #require(second)), second?.reasonForAll)
  }

  @Test("Tests, documents and other products do not matter")
  func irrelevant() throws {
    #expect(try change { _ in } == (true, nil))
    #expect(try change { $0["Tests/CoreTests/t.swift"] = "x" } == (true, nil))
    #expect(try change { $0["README.md"] = "x" } == (true, nil))
    #expect(try change { $0["Sources/Other/o.swift"] = "x" } == (true, nil))
    let added = Self.manifest.replacing(
      "\"targets\": [\n", with: "\"targets\": [{\"name\": \"NewTests\", \"type\": \"test\"},\n")
    #expect(added != Self.manifest)
    #expect(try change { $0["Package.swift"] = added } == (true, nil))
  }

  @Test("Every file of a target that the product uses matters, and so do versions and settings")
  func relevant() throws {
    for file in ["Sources/Tool/main.swift", "Sources/Core/a.swift", "C/Core/a.c"] {
      #expect(try change { $0[file] = "x" } == (false, nil))
    }
    #expect(try change { $0["Sources/Core/new.swift"] = "x" } == (false, nil))
    #expect(try change { $0["Package.resolved"] = "x" } == (false, nil))
    #expect(try change { $0[".swift-version"] = "6.1" } == (false, nil))
    for (old, new) in [
      ("6.2.0", "6.3.0"), ("\"settings\": []", "\"settings\": [1]"),
      ("\"dependencies\": [],\n", "\"dependencies\": [{\"sourceControl\": 2}],\n"),
    ] {
      let manifest = Self.manifest.replacing(old, with: new)
      #expect(manifest != Self.manifest)
      #expect(try change { $0["Package.swift"] = manifest } == (false, nil))
    }
  }

  @Test("Where it cannot be told what is read, the whole commit is the input")
  func everything() throws {
    func reason(
      links: Set<String> = [], _ edit: (inout [String: String]) -> Void
    ) throws -> String? {
      try change(links: links, edit).reason
    }
    #expect(try reason { $0["Package.swift"] = "" } == "its Package.swift cannot be evaluated")
    #expect(try reason { $0["Package.swift"] = nil } == "its Package.swift cannot be evaluated")
    #expect(try reason { $0["Package.swift"] = "{}" } == "its Package.swift has no product 'tool'")
    #expect(
      try reason { $0["C/Core/a.c"] = "#include \"../../README.md\"" }
        == "'C/Core/a.c' reads a file outside of the product's targets")
    #expect(try reason { $0["C/Core/a.c"] = "#include <../x.h>" } != nil)
    #expect(try reason { $0["C/Core/a.c"] = "#include \"../../../x.h\"" } != nil)
    #expect(try reason { $0["C/Core/a.c"] = ".incbin \"x\"" } != nil)
    #expect(try reason { $0["C/Core/a.c"] = "#embed \"../../Sources/Core/a.swift\"" } == nil)
    #expect(try reason(links: ["Sources/Core/a.swift"]) { _ in } != nil)
    #expect(try reason { $0["Sources/Tool/main.swift"] = nil } != nil)
    for (old, new, expected) in [
      (
        "\"settings\": []", "\"settings\": [\"-I../x\"]",
        "the manifest lets 'Tool' read other folders"
      ),
      (
        "\"settings\": []", "\"pluginUsages\": [{\"plugin\": [\"P\", null]}]",
        "building 'Tool' runs a program"
      ),
      (
        "\"dependencies\": [],\n", "\"dependencies\": [{\"fileSystem\": 2}],\n",
        "it depends on a local package"
      ),
    ] {
      let manifest = Self.manifest.replacing(old, with: new)
      #expect(try reason { $0["Package.swift"] = manifest } == expected)
    }
  }

  @Test("An unknown commit has no inputs; a manifest is evaluated once")
  func evaluation() {
    let repository = Repository(commits: ["one": Self.files, "two": Self.files])
    var evaluations = 0
    var reader = ProductInputs.Reader(
      git: repository.git,
      manifest: {
        evaluations += 1
        return $0
      })
    let missing = reader.inputs(of: "tool", at: "three")
    #expect(missing == nil)
    let (first, second) = (
      reader.inputs(of: "tool", at: "one"), reader.inputs(of: "tool", at: "two")
    )
    #expect(first != nil && first == second)
    let other = reader.inputs(of: "other", at: "two")
    #expect(other?.text.contains("Sources/Other") == true)
    #expect(evaluations == 1)
  }
}
