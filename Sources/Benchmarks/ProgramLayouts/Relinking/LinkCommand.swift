internal import OrderedJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How SwiftPM linked an executable: the command without its output, and the object files.
package struct LinkCommand: Equatable, Sendable {
  /// The program that links, usually `swiftc`.
  package let program: String
  /// Its arguments, without those that name the output or the linker.
  package let arguments: [String]
  /// The object files in the order in which they are linked.
  package let objects: [String]
  /// The folder of the build's products, which object files are named relative to.
  package let folder: String
  /// Whether `program` is a linker, which takes its options without a driver's prefix.
  let isLinker: Bool
  /// What `LD_RUN_PATH` was when a linker ran.
  let runPath: String

  /// Makes the command of a link that was recorded.
  init(linker: String, arguments: [String], objects: [String], folder: String, runPath: String) {
    program = linker
    self.arguments = arguments
    self.objects = objects
    self.folder = folder
    self.runPath = runPath
    isLinker = true
  }

  /// Finds the command in the manifest of the build folder that holds an executable.
  ///
  /// - Parameter executable: The path of a product, `.build/release/bench` for example.
  /// - Throws: ``RelinkingError`` when the command or an object file is gone, or when object files
  ///   were compiled after the executable was linked.
  package init(linking executable: String) throws(RelinkingError) {
    let path = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
    let products = path.deletingLastPathComponent()
    // .build/x86_64-unknown-linux-gnu/release/bench has its manifest at .build/release.yaml.
    let build = products.deletingLastPathComponent().deletingLastPathComponent()
    let manifest = build.appendingPathComponent(products.lastPathComponent + ".yaml").path
    guard let text = Self.text(of: manifest) else {
      throw .notAPackageBuild(executable: executable)
    }
    guard let words = Self.command(in: text, linking: path.path), let program = words.first else {
      throw .linkCommandMissing(executable: executable, manifest: manifest)
    }
    self.program = program
    folder = products.path
    isLinker = false
    runPath = ""
    guard !words.contains(where: { $0.hasPrefix("-lto") || $0.hasPrefix("-flto") }) else {
      throw .linkTimeOptimization
    }
    (arguments, objects) = try Self.divide(Array(words.dropFirst()))
    try Self.checkAge(of: objects, against: path.path)
  }

  /// The words of the command that links an executable; nil when there is none.
  ///
  /// A manifest of llbuild is YAML in which SwiftPM writes each command's words on one line, as an
  /// array in JSON.
  static func command(in manifest: String, linking executable: String) -> [String]? {
    for line in manifest.split(separator: "\n") where line.contains("\"-emit-executable\"") {
      guard let start = line.firstIndex(of: "["), line.contains("args:"),
        let array = try? JSONValue(parsing: Array(line[start...].utf8)),
        let words = array.elements(\.string),
        let output = words.firstIndex(of: "-o"), output + 1 < words.count
      else { continue }
      let path = URL(fileURLWithPath: words[output + 1]).resolvingSymlinksInPath().path
      if path == executable { return words }
    }
    return nil
  }

  /// Divides the words into arguments for any output, and object files.
  private static func divide(
    _ words: [String]
  ) throws(RelinkingError) -> (arguments: [String], objects: [String]) {
    var arguments: [String] = []
    var objects: [String] = []
    var isOutput = false
    for word in words {
      if isOutput {
        isOutput = false
      } else if word == "-o" {
        isOutput = true
      } else if word.hasPrefix("@") {
        let list = String(word.dropFirst())
        guard let text = text(of: list) else { throw .objectListMissing(list) }
        objects += text.split(separator: "\n").map { unquoted($0) }
        arguments.append(word)
      } else if word.hasPrefix("-use-ld=") || word.hasPrefix("-fuse-ld=") {
        continue
      } else {
        if word.hasSuffix(".o") { objects.append(word) }
        arguments.append(word)
      }
    }
    guard !objects.isEmpty else { throw .objectListMissing("(no object file in the command)") }
    return (arguments, objects)
  }

  /// A line of a response file: quoted where it has spaces.
  static func unquoted(_ line: some StringProtocol) -> String {
    var result = ""
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        result.append(character)
        isEscaped = false
      } else if let open = quote {
        if character == open { quote = nil } else { result.append(character) }
      } else if character == "\\" {
        isEscaped = true
      } else if character == "'" || character == "\"" {
        quote = character
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static func checkAge(
    of objects: [String], against executable: String
  ) throws(RelinkingError) {
    guard let linked = modified(executable) else {
      throw .notAPackageBuild(executable: executable)
    }
    for object in objects {
      guard let compiled = modified(object) else { throw .objectMissing(object) }
      if compiled > linked { throw .objectsChanged(object) }
    }
  }

  private static func modified(_ path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }

  private static func text(of path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
