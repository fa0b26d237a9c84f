internal import Files

/// Looks for a library in C or C++: its headers, and what a build makes of it.
struct CLibrarySearch {
  /// The folder of the repository.
  let folder: String

  /// A header: how code includes it, and the folder that the compiler then needs.
  struct Header: Hashable {
    let name: String
    let place: String
  }

  /// Folders of what is no part of the library.
  private static let others: Set<String> = [
    "test", "tests", "testing", "example", "examples", "third_party", "thirdparty", "external",
    "deps",
    "vendor", "build", "bench", "benchmark", "benchmarks", "fuzz", "fuzzing", "doc", "docs",
    "contrib",
  ]

  /// The headers that code may include, those of the nearest folders first.
  func headers() -> [Header] {
    let found = FolderWalk(folder).compactMap { entry -> Header? in
      let parts = entry.path.split(separator: "/").map(String.init)
      guard ["h", "hpp", "hh", "hxx"].contains(PathParts(entry.path).fileExtension),
        !parts.dropLast().contains(where: { Self.others.contains($0.lowercased()) }),
        CWorker.isPlain(entry.path, allowing: "./-+")
      else { return nil }
      //     src/include/zip/zip.h     end 2     #include <zip/zip.h>     -Isrc/include
      //     src/zip.h                 end 1     #include <zip.h>         -Isrc
      //     zip.h                     end 0     #include <zip.h>         -I.
      let end = parts.lastIndex(of: "include").map { $0 + 1 } ?? parts.count - 1
      return Header(
        name: parts[end...].joined(separator: "/"),
        place: end == 0 ? "." : parts[..<end].joined(separator: "/"))
    }
    return found.sorted { ($0.depth, $0.place, $0.name) < ($1.depth, $1.place, $1.name) }
  }

  /// The header that is called like a library, by the first of its names that one has, else the first
  /// of a folder for public ones.
  static func main(of headers: [Header], library names: [String]) -> Header? {
    names.lazy.compactMap { name in
      headers.first { isCalled(PathParts($0.name).stem, name) }
    }.first
      ?? headers.first { PathParts($0.place).name == "include" } ?? headers.first
  }

  /// What a header seems to declare: names before an opening bracket.
  func functions(in header: Header) -> Set<String> {
    let path = PathParts.join(
      header.place == "." ? folder : PathParts.join(folder, header.place), header.name)
    guard let bytes = try? readFile(at: path, limit: 4 << 20) else { return [] }
    return CWorker.called(in: String(decoding: bytes, as: UTF8.self))
  }

  /// Sources that are called like headers and lie beside them, or at the top, or in a usual folder.
  func sources(of headers: [Header]) -> [String] {
    headers.compactMap { header in
      [header.place, ".", "src"].lazy.flatMap { place in
        [".c", ".cpp", ".cc"].lazy.map { "\(place)/\(PathParts(header.name).stem)\($0)" }
      }.first { FileKind(path: PathParts.join(folder, $0)) == .regular }
    }
  }

  /// The sources in the folder of a header, but for programs.
  func sources(beside header: Header) -> [String] {
    let place = header.place == "." ? "" : "\(header.place)/"
    let search = BenchmarkSearch(folder: folder)
    return (names(inFolder: PathParts.join(folder, header.place)) ?? []).sorted().map { place + $0 }
      .filter { path in
        [".c", ".cpp", ".cc"].contains(where: path.hasSuffix)
          && CWorker.isPlain(path, allowing: "./-+")
          && !search.definesMain(path)
      }
  }

  /// The sources at the top and in the usual folders.
  private var sources: [String] {
    ["", "src", "lib", "source"].flatMap {
      Files.names(inFolder: $0.isEmpty ? folder : PathParts.join(folder, $0)) ?? []
    }.filter { file in
      [".c", ".cpp", ".cc", ".cxx", ".h", ".hpp"].contains(where: file.hasSuffix)
    }
  }

  /// Whether there is something to compile.
  var hasSources: Bool { !sources.isEmpty }

  /// Whether the sources are C++ and none is C.
  var isCPlusPlus: Bool {
    let files = sources
    return !files.contains { $0.hasSuffix(".c") }
      && files.contains { !$0.hasSuffix(".h") }
  }

  /// Whether a header has what only C++ knows, outside of what C leaves out.
  func isCPlusPlus(_ header: Header) -> Bool {
    let path = header.place == "." ? header.name : "\(header.place)/\(header.name)"
    let words = BenchmarkSearch(folder: folder).lines(of: path).map { $0[...].trimmed }
    // Another condition asks for a version.
    let isForBoth = words.contains { line in
      line.hasPrefix("#")
        && ["ifdef __cplusplus", "defined(__cplusplus", "defined __cplusplus"]
          .contains(where: line.contains)
    }
    return !isForBoth
      && words.contains { line in
        ["namespace ", "template <", "template<"].contains(where: line.hasPrefix)
      }
  }

  /// Archives in a built checkout, and shared libraries where there is no archive of that name; those called
  /// like a library come first.
  static func libraries(builtIn tree: String, library: String) -> [String] {
    let found = FolderWalk(tree).map(\.path).filter { path in
      let parts = path.split(separator: "/")
      let name = parts.last ?? ""
      return name.hasPrefix("lib") && (name.hasSuffix(".a") || name.hasSuffix(".so"))
        && !parts.dropLast().contains { others.contains($0.lowercased()) && $0 != "build" }
        && CWorker.isPlain(path, allowing: "./-+")
    }.sorted { rank($0, library) < rank($1, library) }
    var stems: Set<String> = []
    return Array(found.filter { stems.insert(PathParts($0).stem).inserted }.prefix(limit))
  }

  /// How many libraries are linked at most.
  private static let limit = 4

  private static func rank(_ path: String, _ library: String) -> (Int, Int, Int, String) {
    (
      isCalled(PathParts(path).stem, library) ? 0 : 1, path.hasSuffix(".a") ? 0 : 1,
      path.count { $0 == "/" }, path
    )
  }

  /// Whether a name is a library's, with or without "lib" and marks between words.
  static func isCalled(_ name: String, _ library: String) -> Bool {
    func plain(_ text: String) -> String {
      let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
      return letters.hasPrefix("lib") ? String(letters.dropFirst(3)) : letters
    }
    return plain(name) == plain(library)
  }
}

extension CLibrarySearch.Header {
  fileprivate var depth: Int { place == "." ? 0 : place.count { $0 == "/" } + 1 }
}
