extension ObjectProgram {
  /// Sections of one file and name.
  struct RootKey: Hashable {
    let file: String
    let section: String
  }

  /// Sections that are used although nothing refers to them, in the order of the files.
  ///
  /// These are initializers, sections that the compiler asks to retain, and sections whose names
  /// are identifiers of C: for these the linker makes symbols of where they begin and end, by which
  /// Swift's runtime finds its tables of types, protocols and conformances.
  var roots: [RootKey: [Atom]] {
    var roots: [RootKey: [Atom]] = [:]
    for (object, input) in inputs.enumerated() {
      for (index, section) in input.file.sections.enumerated()
      where isRoot(section) && !isDiscarded(object, index) {
        let key = RootKey(file: input.name, section: section.name)
        roots[key, default: []].append(Self.whole(object, index))
      }
    }
    return roots
  }

  /// The names of files that hold roots, in the order in which they are linked: initializers run in
  /// it, and tables are read in it.
  var filesWithRoots: [String] {
    inputs.indices.filter { object in
      inputs[object].file.sections.indices.contains {
        isRoot(inputs[object].file.sections[$0]) && !isDiscarded(object, $0)
      }
    }.map { inputs[$0].name }
  }

  private func isRoot(_ section: ObjectFile.Section) -> Bool {
    guard section.flags.contains(.allocated), section.size > 0,
      !Self.unused.contains(section.name)
    else { return false }
    let initializers = [".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"]
    if initializers.contains(where: { section.name.hasPrefix($0) }) { return true }
    if section.name == ".init" || section.name == ".fini" { return true }
    return section.flags.contains(.retained) || Self.isIdentifier(section.name)
  }

  /// What no program reads when it runs: hashes of intermediate code, and notes for the linker.
  private static let unused: Set<String> = [
    ".swift_modhash", ".rodata.__swift_reflection_version", ".swift1_autolink_entries",
  ]

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      // Bit 5 tells small letters from capital ones: with it set, A to Z are a to z.
      (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
    }
    return isLetter(first)
      && name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }

  /// Names that this program defines and that shared libraries call by name as well.
  var interposed: Set<String> { globalFunctions.intersection(Self.replaceable) }

  private static let replaceable: Set<String> = [
    "malloc", "free", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign",
    "posix_memalign", "valloc", "pvalloc", "malloc_usable_size", "memcpy", "memmove", "memset",
    "memcmp", "strlen", "strcmp", "abort", "read", "write", "open", "close", "mmap", "munmap",
    "pthread_create", "__libc_start_main", "_init", "_fini", "_start", "environ",
  ]

  /// The functions that other files see.
  var globalFunctions: Set<String> { globals(where: \.isFunction) }

  /// The functions and variables that other files see.
  var globalNames: Set<String> { globals { _ in true } }

  private func globals(where isWanted: (ObjectFile.Symbol) -> Bool) -> Set<String> {
    var names: Set<String> = []
    for (object, input) in inputs.enumerated() {
      for symbol in input.file.symbols where symbol.binding != .local && isWanted(symbol) {
        if case .section(let section) = symbol.place, !isDiscarded(object, section) {
          names.insert(symbol.name)
        }
      }
    }
    return names
  }

  /// Whether the data that a program has in memory holds a text, at the end of one at least.
  func hasText(_ text: String) -> Bool {
    let bytes = Array(text.utf8) + [0]
    return inputs.contains { input in
      input.file.sections.contains { section in
        section.flags.contains(.allocated) && !section.flags.contains(.executable)
          && TextSearch.contains(bytes, in: input.file.contents[section.bytes])
      }
    }
  }
}
