internal import Files
internal import Reporting

/// Projects of OCaml (dune) and Haskell (Cabal).
extension SuiteRecognition {
  // MARK: dune

  /// A program that a file `dune` describes.
  private struct DuneProgram {
    /// The folder of the file; empty for the top.
    let folder: String
    let name: String
    /// The profile for which alone it is built; `nil` where that does not matter.
    let profile: String?

    var target: String { (folder.isEmpty ? "" : "\(folder)/") + "\(name).exe" }
    var path: String { "./_build/default/\(target)" }
  }

  /// A project of OCaml: its programs that are benchmarks, or a placeholder.
  func duneProject(_ asked: [String]?) throws(HarnessFailure) -> SuiteTemplate {
    let programs = dunePrograms("", depth: 3)
    let benchmarks = programs.filter { program in
      BenchmarkSearch.isNamedAsBenchmark(program.name)
        || program.folder.split(separator: "/").contains {
          BenchmarkSearch.isNamedAsBenchmark(String($0))
        }
    }
    let profile = asked == nil ? benchmarks.compactMap(\.profile).first : nil
    func template(_ found: String, _ targets: [String], _ lines: [String]) -> SuiteTemplate {
      SuiteTemplate(
        found: found, name: name,
        build: [
          SuiteTemplate.array(["dune", "build", "--profile", profile ?? "release"] + targets)
        ],
        benchmarks: lines)
    }
    if let asked { return template("a dune project", [], asked) }
    guard benchmarks.isEmpty else {
      return template(
        "a dune project with benchmarks", benchmarks.map { "./\($0.target)" },
        benchmarks.flatMap { program in
          [
            "# A whole run of the program. Core_bench and Bechamel repeat work for a set time, so that the length of a",
            "# run says nothing.",
          ] + SuiteTemplate.command([program.path], name: program.name)
        })
    }
    let own = programs.filter { !Self.isAside($0.target) }
    guard let main = mainProgram(among: own.map(\.target)) else {
      throw nothing(
        "The dune project has no program to measure. A library is measured by a program of some lines that calls "
          + "it for some seconds, such as bench/main.ml with (executable (name main) (libraries …))."
      )
    }
    return template("a dune project", ["./\(main)"], start("./_build/default/\(main)"))
  }

  /// The programs that the files `dune` of a folder and those in it describe.
  private func dunePrograms(_ place: String, depth: Int) -> [DuneProgram] {
    func path(_ name: String) -> String { place.isEmpty ? name : "\(place)/\(name)" }
    var found: [DuneProgram] = []
    if has(path("dune")) {
      let text = search.lines(of: path("dune")).map { $0.prefix { $0 != ";" } }.joined(
        separator: " ")
      for stanza in SExpression.all(in: text) {
        guard case .list(let parts) = stanza,
          ["executable", "executables"].contains(parts.first?.atom)
        else { continue }
        let lists = parts.compactMap { part -> [SExpression]? in
          if case .list(let field) = part { field } else { nil }
        }
        let condition = lists.first { $0.first?.atom == "enabled_if" }?.dropFirst().first
        for field in lists where ["name", "names"].contains(field.first?.atom) {
          found += field.dropFirst().compactMap(\.atom).map {
            DuneProgram(folder: place, name: $0, profile: condition.flatMap(Self.profile))
          }
        }
      }
    }
    guard depth > 0 else { return found }
    let inner = (names(inFolder: place.isEmpty ? folder : PathParts.join(folder, place)) ?? [])
      .sorted().filter {
        !$0.hasPrefix("_") && FileKind(path: PathParts.join(folder, path($0))) == .folder
      }
    return found + inner.flatMap { dunePrograms(path($0), depth: depth - 1) }
  }

  /// The profile that a condition asks for, as in `(= %{profile} benchmark)`.
  private static func profile(in condition: SExpression) -> String? {
    guard case .list(let parts) = condition, parts.count == 3, parts[0].atom == "=",
      parts[1].atom == "%{profile}"
    else { return nil }
    return parts[2].atom
  }

  // MARK: Cabal

  /// A package of Haskell: its benchmarks, or a placeholder; `nil` where there is none.
  func cabalPackage(_ asked: [String]?) throws(HarnessFailure) -> SuiteTemplate? {
    guard
      let manifest = (names(inFolder: folder) ?? []).sorted().first(where: {
        $0.hasSuffix(".cabal")
      })
    else { return nil }
    func components(_ kind: String) -> [String] {
      search.lines(of: manifest).compactMap { line in
        let words = line.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == kind, line.first?.isWhitespace == false
        else { return nil }
        return String(words[1])
      }
    }
    // The program lies in a folder whose name has the compiler's version.
    func build(_ kind: String, _ name: String) -> [String] {
      [
        SuiteTemplate.array(["cabal", "build", "\(kind):\(name)"]),
        SuiteTemplate.quoted("cp \"$(cabal list-bin \(kind):\(name))\" bench-\(name)"),
      ]
    }
    if let asked {
      return SuiteTemplate(
        found: "a package of Haskell", name: name,
        build: [SuiteTemplate.array(["cabal", "build"])],
        benchmarks: asked)
    }
    let benchmarks = components("benchmark")
    if !benchmarks.isEmpty {
      let options =
        ["criterion", "gauge"].contains { search.holds($0, in: manifest) }
        ? ["--iters", "100"] : []
      return SuiteTemplate(
        found: "a package of Haskell with benchmarks", name: name,
        build: benchmarks.flatMap { build("bench", $0) },
        benchmarks: [
          options.isEmpty
            ? "# A whole run of the program. If that repeats its work for a set time, its length says nothing."
            : "# A whole run of the program, 100 calls of each function."
        ] + benchmarks.flatMap { SuiteTemplate.command(["./bench-\($0)"] + options, name: $0) })
    }
    guard let program = components("executable").first else {
      throw nothing(
        "The package of Haskell has no benchmark and no executable: a stanza 'benchmark' in \(manifest) makes one."
      )
    }
    return SuiteTemplate(
      found: "a package of Haskell", name: name, build: build("exe", program),
      benchmarks: start("./bench-\(program)"))
  }
}
