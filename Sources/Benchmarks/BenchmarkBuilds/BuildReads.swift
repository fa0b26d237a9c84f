internal import Files
internal import Measuring
internal import ProgramLayouts

/// Which files the compilers of a build read, from the lists that they write.
///
/// Compilers list what they read for `make` and `ninja`: in files beside the objects (`-MD`, cargo's
/// and rustc's `.d`), in ninja's own table, and, where a build asks for no list, in the files that
/// gcc and clang were asked to add to.
package enum BuildReads {
  /// The absolute paths of the files that were read.
  ///
  /// - Parameters:
  ///   - tree: the top of the checkout.
  ///   - list: the file of `DEPENDENCIES_OUTPUT`.
  /// - Returns: paths as they are, and of those in the checkout also where links lead.
  static func files(in tree: String, list: String) -> Set<String> {
    var found: Set<String> = []
    var lists: [(path: String, folders: [String])] = []
    var tables: [String] = []
    var objectFolders: Set<String> = [tree]
    search(tree, depth: 8, &lists, &tables, &objectFolders)
    // Compilers run where their objects go, or above.
    let folders = Array(objectFolders)
    for path in [list, LinkRecorder.headers(list), LinkRecorder.commands(list)] {
      lists.append((path, folders))
    }
    for folder in tables { found.formUnion(ninjaFiles(in: folder)) }
    var known: Set<String> = []
    for (path, folders) in lists {
      guard let bytes = try? readFile(at: path, limit: 256 << 20) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let words =
        path == LinkRecorder.commands(list) ? arguments(of: text) : words(of: text)
      for word in words where known.insert(word).inserted {
        if word.hasPrefix("/") {
          found.insert(normalized(word))
        } else {
          // Relative to the folder in which the compiler ran, which is not written down: any of the
          // list's enclosing folders in which there is such a file.
          for folder in folders {
            let path = normalized(PathParts.join(folder, word))
            if path.hasPrefix(tree + "/"), FileKind(path: path) == .regular { found.insert(path) }
          }
        }
      }
    }
    let top = resolvedPath(tree) ?? tree
    for path in found where path.hasPrefix(tree + "/") {
      guard let place = resolvedPath(path), place.hasPrefix(top + "/") else { continue }
      found.insert(tree + place.dropFirst(top.count))
    }
    return found
  }

  private static func search(
    _ folder: String, depth: Int, _ lists: inout [(path: String, folders: [String])],
    _ tables: inout [String], _ objectFolders: inout Set<String>
  ) {
    for name in names(inFolder: folder, withHidden: true) ?? []
    where ![".", "..", ".git"].contains(name) {
      let path = PathParts.join(folder, name)
      if name == ".ninja_deps" { tables.append(folder) }
      switch FileKind(path: path) {
      // A link to a folder around it would be searched without end.
      case .folder where depth > 0 && !leadsUp(path, from: folder):
        search(path, depth: depth - 1, &lists, &tables, &objectFolders)
      case .regular where name.hasSuffix(".o") || name.hasSuffix(".lo"):
        objectFolders.insert(folder)
      case .regular
      where name.hasSuffix(".d") || name.hasSuffix(".Po") || name.hasSuffix(".Plo"):
        lists.append((path, PathParts(PathParts.join(folder, "")).enclosingFolders))
      default: break
      }
    }
  }

  /// Whether a folder in another is a link to that one or to one around it.
  private static func leadsUp(_ path: String, from folder: String) -> Bool {
    guard let target = resolvedPath(path), let place = resolvedPath(folder) else { return false }
    return "\(place)/".hasPrefix("\(target)/")
  }

  /// Every word of rules of make; a target among them does no harm.
  static func words(of rules: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isEscaped = false
    for character in rules {
      //     a.o: src/a.c \        a backslash and the end of a line: as a space
      //       my\ file.h          a backslash and a space: part of the word
      //     words                 "a.o:", "src/a.c", "my file.h"
      if isEscaped {
        isEscaped = false
        if !character.isNewline { word.append(character) }
        if !character.isNewline { continue }
      } else if character == "\\" {
        isEscaped = true
        continue
      }
      if character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// What commands as clang writes them down may name as a file: words in quotes that are no option,
  /// nor the last part of a path.
  static func arguments(of commands: String) -> [String] {
    var arguments: [String] = []
    //      "/usr/bin/clang-18" "-cc1" "-main-file-name" "a.c" "-o" "a.o" "src/a.c"
    // Of these the first and the last may have been read.
    for line in commands.split(separator: "\n") where line.hasPrefix(" \"") {
      var before = ""
      for quoted in line.dropFirst(2).split(separator: "\" \"") {
        let word = quoted.hasSuffix("\"") ? String(quoted.dropLast()) : String(quoted)
        if !word.hasPrefix("-"), before != "-main-file-name", before != "-o" {
          arguments.append(word.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"))
        }
        before = word
      }
    }
    return arguments
  }

  private static func ninjaFiles(in folder: String) -> [String] {
    guard let ninja = Executable.find("ninja") else { return [] }
    let table = ProgramOutput.of(
      program: ninja, arguments: ["-C", folder, "-t", "deps"],
      environment: Executable.environment)
    //     a.o: #deps 2, deps mtime 1700000000 (VALID)
    //         src/a.c
    //         src/a.h
    return table.text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { line in
      let path = line.drop { $0 == " " }
      return normalized(path.hasPrefix("/") ? String(path) : PathParts.join(folder, String(path)))
    }
  }

  /// A path without `.` and `..`.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
