internal import Files
internal import ProgramLayouts

/// Why two builds run the same machine code, so that timing them can only show noise.
package enum CodeProof: Equatable, Sendable, CustomStringConvertible {
  /// Both were built from equal sources by the same toolchain: one program stands for both.
  case sameProgram
  /// All code and data that either can reach is equal, function by function, before layout.
  case equalCode(functions: Int, bytes: Int)
  /// All that either has in memory when it begins to run is equal, at the same addresses.
  case equalImage(bytes: Int)
  /// The commits differ in comments alone, and the programs in numbers of lines at most.
  case equalButForComments(files: Int)

  /// For people.
  package var description: String {
    switch self {
    case .sameProgram: "same code: both sides are one program"
    case .equalCode(let functions, let bytes):
      "same code: all \(functions) functions that can run, and their data, are equal "
        + "(\(bytes) bytes compared)"
    case .equalImage(let bytes):
      "same code: what both programs load into memory is equal (\(bytes) bytes compared)"
    case .equalButForComments(let files):
      "same code: the commits differ only in comments of \(files == 1 ? "1 file" : "\(files) files")"
    }
  }

  /// Looks for a proof.
  ///
  /// Programs that SwiftPM built are compared function by function; others by what they and the libraries
  /// of their checkouts have in memory at the start, and then by what their recorded links were made of.
  /// What they name and the builds linked, a helper that they start or a library that they open, must be
  /// equal too.
  ///
  /// - Parameters:
  ///   - base: one program.
  ///   - candidate: the other.
  /// - Returns: `nil` when the code differs, or when equality cannot be proven; the programs must
  ///   then be measured.
  /// - Complexity: O(*n*) in the size of programs and object files; below a second for ten megabytes of
  ///   code.
  package static func find(base: BuiltProgram, candidate: BuiltProgram) -> CodeProof? {
    let places = librariesBeside(base, candidate)
    let proof =
      find(base: base.path, candidate: candidate.path)
      ?? places.flatMap { equalImages(base, candidate, $0) ?? equalCode(base, candidate, $0) }
    // Proofs look at what is loaded; what is started or opened by name at run time is in
    // memory only as that name.
    guard proof != nil, nameOnlyEqualFiles(base, candidate, places) else { return nil }
    return proof
  }

  /// Looks for a proof in programs that SwiftPM built.
  ///
  /// - Parameters:
  ///   - base: the path of one program.
  ///   - candidate: the path of the other.
  /// - Returns: `nil` when the code differs, or when equality cannot be proven.
  package static func find(base: String, candidate: String) -> CodeProof? {
    if base == candidate { return .sameProgram }
    do throws(RelinkingError) {
      let commands = (try LinkCommand(linking: base), try LinkCommand(linking: candidate))
      guard options(commands.0) == options(commands.1) else { return nil }
      let programs = (
        try RelinkableBuild.program(of: base), try RelinkableBuild.program(of: candidate)
      )
      let result = CodeComparison.compare(
        programs.0, programs.1, from: .program(main: entryPoint(commands.0)))
      guard case .same(let functions, let bytes) = result else { return nil }
      return .equalCode(functions: functions, bytes: bytes)
    } catch {
      return nil
    }
  }

  /// Looks for a proof in two linked programs of any language: equal memory at the start, of the programs
  /// and of the libraries that they load from their checkouts.
  ///
  /// Comments and what else moves only debug information leave programs equal so. The name of a checkout
  /// may be in a file, as in messages of failed assertions; both have the same length.
  ///
  /// - Parameters:
  ///   - base: one program.
  ///   - candidate: the other.
  /// - Returns: `nil` when they differ, or are not programs for Linux.
  /// - Complexity: O(*n*) in the size of the files.
  package static func findEqualImages(base: BuiltProgram, candidate: BuiltProgram) -> CodeProof? {
    librariesBeside(base, candidate).flatMap { equalImages(base, candidate, $0) }
  }

  /// Looks for a proof in programs of commits whose sources differ in comments alone.
  ///
  /// A comment moves lines, whose numbers `assert` and the like have in the program: where only such numbers
  /// differ, each in its place, programs do the same.
  ///
  /// - Parameters:
  ///   - base: one program, or any path of one checkout for commands that are none of its programs.
  ///   - candidate: that of the other checkout.
  ///   - isCompiled: whether these are programs that the builds made; else all that the builds linked is compared.
  ///   - files: how many files differ in comments.
  /// - Returns: `nil` where programs differ in more, or where it is not known what they load.
  package static func findButForComments(
    base: BuiltProgram, candidate: BuiltProgram, isCompiled: Bool, files: Int
  ) -> CodeProof? {
    let pairs: [(BuiltProgram, BuiltProgram)]
    if isCompiled {
      guard let places = librariesBeside(base, candidate) else { return nil }
      pairs = [(base, candidate)] + places.map { (base.file($0), candidate.file($0)) }
    } else {
      let outputs = (base.links?.outputPaths ?? [], candidate.links?.outputPaths ?? [])
      guard Set(outputs.0) == Set(outputs.1) else { return nil }
      pairs = outputs.0.map { (base.file($0), candidate.file($0)) }.filter { pair in
        FileKind(path: pair.0.path) != .absent || FileKind(path: pair.1.path) != .absent
      }
    }
    let areEqual = pairs.allSatisfy { pair in
      guard let first = image(pair.0), let second = image(pair.1) else { return false }
      return first.differsInNumbersOnly(from: second)
    }
    return areEqual ? .equalButForComments(files: files) : nil
  }

  private static func equalImages(
    _ base: BuiltProgram, _ candidate: BuiltProgram, _ places: [String]
  ) -> CodeProof? {
    var bytes = 0
    for place in [nil] + places.map(Optional.some) {
      let files = place.map { (base.file($0), candidate.file($0)) } ?? (base, candidate)
      guard let count = equalImage(files.0, files.1) else { return nil }
      bytes += count
    }
    return .equalImage(bytes: bytes)
  }

  /// Looks for a proof in what two recorded links were made of: equal functions and data before
  /// layout, of all that either program can reach, and so of each library of the checkouts that the
  /// programs load and that differs in memory.
  ///
  /// A function that nothing refers to leaves programs equal so, wherever it moves the others.
  private static func equalCode(
    _ base: BuiltProgram, _ candidate: BuiltProgram, _ places: [String]
  ) -> CodeProof? {
    let files = [(base, candidate)] + places.map { (base.file($0), candidate.file($0)) }
    var total = (functions: 0, bytes: 0)
    for (index, pair) in files.enumerated() {
      if index > 0, let bytes = equalImage(pair.0, pair.1) {
        total.bytes += bytes
        continue
      }
      // What a library newly defines can be found by the files beside it.
      let others = files.indices.filter { $0 != index }.flatMap { [files[$0].0, files[$0].1] }
      guard
        let code = equalCode(
          pair.0, pair.1, isLibrary: index > 0, beside: others.compactMap { contents($0.path) })
      else { return nil }
      total.functions += code.functions
      total.bytes += code.bytes
    }
    return .equalCode(functions: total.functions, bytes: total.bytes)
  }

  static func equalCode(
    _ base: BuiltProgram, _ candidate: BuiltProgram, isLibrary: Bool, beside: [[UInt8]]
  ) -> (functions: Int, bytes: Int)? {
    guard let links = base.links, let otherLinks = candidate.links,
      let first = links.record(of: base.path), let second = otherLinks.record(of: candidate.path),
      first.isLibrary == isLibrary, second.isLibrary == isLibrary
    else { return nil }
    do throws(RelinkingError) {
      let programs = (
        try RecordedProgram(of: first, folder: links.tree, commit: base.commit),
        try RecordedProgram(of: second, folder: otherLinks.tree, commit: candidate.commit)
      )
      // As it stands first, if options are equal; then with its object files in the other's
      // order, since a build that runs in parallel may name them to the linker in any order.
      let others = [
        programs.0.options == programs.1.options ? programs.1.program : nil,
        programs.1.inOrder(of: programs.0),
      ]
      for case let other? in others {
        let result = CodeComparison.compare(
          programs.0.program, other, from: isLibrary ? .library : .program(main: "main"),
          isNamedOutside: { name in
            let text = Array(name.utf8) + [0]
            return programs.1.isNamedByLibraries(name)
              || beside.contains { TextSearch.contains(text, in: $0[...]) }
          })
        if case .same(let functions, let bytes) = result { return (functions, bytes) }
      }
      return nil
    } catch {
      return nil
    }
  }

  /// Whether two programs, and the libraries that they load from their checkouts, name nothing else that
  /// their builds linked and that differs; true where links were not recorded.
  private static func nameOnlyEqualFiles(
    _ base: BuiltProgram, _ candidate: BuiltProgram, _ places: [String]?
  ) -> Bool {
    guard let links = base.links, let otherLinks = candidate.links else { return true }
    guard let places else { return false }
    var compared: Set<String> = []
    var images: [LoadedImage] = []
    for file in [base, candidate] + places.flatMap({ [base.file($0), candidate.file($0)] }) {
      guard let bytes = contents(file.path), let image = try? LoadedImage(contents: bytes) else {
        return false
      }
      images.append(image)
      compared.formUnion([file.path, resolvedPath(file.path) ?? file.path])
    }
    for record in [links.record(of: base.path), otherLinks.record(of: candidate.path)] {
      if let record { compared.insert(record.output) }
    }
    return Set(links.outputPaths + otherLinks.outputPaths).allSatisfy { place in
      let files = (base.file(place), candidate.file(place))
      if compared.contains(files.0.path), compared.contains(files.1.path) { return true }
      // Shortest last: `libfoo.so` is part of every longer name, and so found with all of
      // them.
      let name = RecordedLinks.loadedNames(of: place).last ?? place
      guard images.contains(where: { $0.holds(fileName: name) }) else { return true }
      return findEqualImages(base: files.0, candidate: files.1) != nil
    }
  }

  /// The libraries that both load from the same places of their checkouts; `nil` where they differ in
  /// them, or where that is unknown.
  private static func librariesBeside(
    _ base: BuiltProgram, _ candidate: BuiltProgram
  ) -> [String]? {
    guard let first = LibrariesBeside(of: base), let second = LibrariesBeside(of: candidate),
      first.places == second.places
    else { return nil }
    return first.places.sorted()
  }

  /// How many bytes both load, if these are equal apart from the names of the checkouts.
  static func equalImage(_ base: BuiltProgram, _ candidate: BuiltProgram) -> Int? {
    guard let first = image(base), let second = image(candidate), first == second else {
      return nil
    }
    return first.byteCount
  }

  private static func image(_ file: BuiltProgram) -> LoadedImage? {
    file.contents.flatMap { try? LoadedImage(contents: $0) }
  }

  static func contents(_ path: String) -> [UInt8]? { try? readFile(at: path) }

  /// What a link command says apart from folders: libraries and options, which decide what else is
  /// part of the program.
  private static func options(_ command: LinkCommand) -> [String] {
    [command.program]
      + command.arguments.map { argument in
        argument.hasPrefix("@") ? "@" : argument.replacing(command.folder, with: "")
      }
  }

  /// The function where a program begins: SwiftPM renames `main`.
  private static func entryPoint(_ command: LinkCommand) -> String {
    for argument in command.arguments where argument.hasPrefix("main=") {
      return String(argument.dropFirst("main=".count))
    }
    return "main"
  }
}
