#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A copy of an executable with what is needed to link it again, outside of its build folder.
///
/// A build folder that builds one commit after another is fast, because only what changed is
/// compiled; but it holds the products of the last commit only. The copy has its object files, and
/// a manifest whose link command names the copies.
public enum ProductCopy {
  /// Copies an executable, its object files and its link command.
  ///
  /// - Parameters:
  ///   - executable: The path of a product in a build folder, `ROOT/.build/release/bench`.
  ///   - root: The folder of the package, which paths in the link command begin with.
  ///   - destination: The folder that stands for `root`; what is in the way is replaced.
  /// - Returns: The path of the copied executable.
  /// - Throws: ``RelinkingError`` when the link command is not known or a file cannot be copied.
  public static func make(
    of executable: String, root: String, in destination: String
  ) throws(RelinkingError) -> String {
    let command = try LinkCommand(linking: executable)
    let source = URL(fileURLWithPath: root).resolvingSymlinksInPath().path + "/"
    let target = URL(fileURLWithPath: destination).standardizedFileURL.path + "/"
    let program = URL(fileURLWithPath: executable).resolvingSymlinksInPath().path
    guard program.hasPrefix(source) else { throw .notAPackageBuild(executable: executable) }
    func moved(_ path: String) -> String {
      path.hasPrefix(source) ? target + path.dropFirst(source.count) : path
    }
    for object in command.objects where moved(object) != object {
      try copy(object, to: moved(object))
    }
    let list = moved(command.folder) + "/Objects.LinkFileList"
    let lines = command.objects.map { "\"\(moved($0))\"" }.joined(separator: "\n") + "\n"
    try write(lines, to: list)
    var words = [command.program]
    for argument in command.arguments where !argument.hasPrefix("@") && !argument.hasSuffix(".o") {
      // Search paths are words of their own, or follow -L without a space.
      words.append(
        argument.hasPrefix("-L/") ? "-L" + moved(String(argument.dropFirst(2))) : moved(argument))
    }
    words += ["@\(list)", "-o", moved(program)]
    let products = URL(fileURLWithPath: moved(command.folder))
    let build = products.deletingLastPathComponent().deletingLastPathComponent()
    let manifest = build.appendingPathComponent(products.lastPathComponent + ".yaml").path
    guard let array = try? JSONEncoder().encode(words) else {
      throw .notKept(path: manifest, reason: "its link command is not text")
    }
    try write("    args: \(String(decoding: array, as: UTF8.self))\n", to: manifest)
    // Last, so that no object file is newer.
    try copy(program, to: moved(program))
    return moved(program)
  }

  private static func copy(_ path: String, to copy: String) throws(RelinkingError) {
    let files = FileManager.default
    guard files.fileExists(atPath: path) else { throw .objectMissing(path) }
    do {
      try makeFolder(of: copy)
      if files.fileExists(atPath: copy) { try files.removeItem(atPath: copy) }
      try files.copyItem(atPath: path, toPath: copy)
    } catch {
      throw .notKept(path: copy, reason: "\(error)")
    }
  }

  private static func write(_ text: String, to path: String) throws(RelinkingError) {
    do {
      try makeFolder(of: path)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .notKept(path: path, reason: "\(error)")
    }
  }

  private static func makeFolder(of path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }
}
