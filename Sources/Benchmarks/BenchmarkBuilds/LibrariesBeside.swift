internal import Files
internal import ProgramLayouts

/// The libraries that a program loads from its own checkout when it starts, and those that these load.
struct LibrariesBeside {
  /// Their paths below the top of the checkout.
  let places: Set<String>

  /// Finds them as the dynamic linker would (`ld.so(8)`): by the folders that the files name.
  ///
  /// Every folder is searched for every name, so that there may be more than are loaded, and never
  /// fewer. `nil` where a file is no program for Linux, or names folders in a way that only the dynamic
  /// linker can follow.
  init?(of program: BuiltProgram) {
    var folders: [String] = []
    var names: Set<String> = []
    var found: Set<String> = []
    var unread = [program.path]
    while !unread.isEmpty {
      for path in unread {
        guard let bytes = try? readFile(at: path), let image = try? LoadedImage(contents: bytes)
        else { return nil }
        names.formUnion(image.neededLibraries)
        for text in image.libraryFolders {
          guard let folder = Self.folder(text, of: path, program) else { return nil }
          if !folders.contains(folder) { folders.append(folder) }
        }
      }
      let known = found
      for name in names {
        let paths =
          name.contains("/")
          ? [Self.folder(name, of: program.path, program)]
          : folders.map { PathParts.join($0, name) }
        for case let path? in paths
        where path.hasPrefix(program.top + "/") && FileKind(path: path) == .regular {
          found.insert(path)
        }
      }
      unread = found.subtracting(known).sorted()
    }
    places = Set(found.map { String($0.dropFirst(program.top.utf8.count + 1)) })
  }

  /// The folder that a text stands for in a file; `nil` for what depends on the processor.
  private static func folder(_ text: String, of path: String, _ program: BuiltProgram) -> String? {
    let folder = PathParts(path).folder
    let named = text.replacing("${ORIGIN}", with: folder).replacing("$ORIGIN", with: folder)
    guard !named.contains("$") else { return nil }
    if named.hasPrefix("/") { return named }
    return named.isEmpty ? program.workingFolder : PathParts.join(program.workingFolder, named)
  }
}
