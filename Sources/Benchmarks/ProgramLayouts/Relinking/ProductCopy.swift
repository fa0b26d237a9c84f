internal import OrderedJSON

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
package enum ProductCopy {
  /// Copies an executable, its object files and its link command.
  ///
  /// - Parameters:
  ///   - executable: The path of a product in a build folder, `ROOT/.build/release/bench`.
  ///   - root: The folder of the package, which paths in the link command begin with.
  ///   - destination: The folder that stands for `root`; what is in the way is replaced.
  /// - Returns: The path of the copied executable.
  /// - Throws: ``RelinkingError`` when the link command is not known or a file cannot be copied.
  package static func make(
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
    try write("    args: \(JSONValue.array(words.map(JSONValue.string)).line)\n", to: manifest)
    // What the program may load when it runs.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: command.folder)) ?? []
    where [".resources", ".bundle", ".so"].contains(where: { name.hasSuffix($0) }) {
      try copy("\(command.folder)/\(name)", to: moved("\(command.folder)/\(name)"))
    }
    // Last, so that no object file is newer.
    try copy(program, to: moved(program))
    try link(executable, root, target, to: moved(command.folder))
    return moved(program)
  }

  /// Makes the short name of the products' folder, `.build/release`, where the build has one.
  private static func link(
    _ executable: String, _ root: String, _ target: String, to products: String
  ) throws(RelinkingError) {
    let named = URL(fileURLWithPath: executable).deletingLastPathComponent().path
    let folder = URL(fileURLWithPath: root).path + "/"
    guard named.hasPrefix(folder) else { return }
    let short = target + named.dropFirst(folder.count)
    let files = FileManager.default
    guard short != products, !files.fileExists(atPath: short) else { return }
    do {
      try makeFolder(of: short)
      try files.createSymbolicLink(atPath: short, withDestinationPath: products)
    } catch {
      throw .notKept(path: short, reason: "\(error)")
    }
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
