#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Files

/// What can be told of the program that runs: its bytes, and the checkout it was built in.
struct ExecutableFacts {
  /// Where the executable is; `nil` when the system does not say.
  let path: String?
  /// A hash of its bytes: the same code, the same hash.
  let hash: String?
  /// The commit of the git checkout that holds it; `nil` for an installed program.
  let commit: String?
  /// Whether that checkout has changes on top of the commit.
  let isDirty: Bool?

  /// The facts of this process.
  static var current: ExecutableFacts { ExecutableFacts(path: CommandLine.executablePath) }

  init(path: String?) {
    self.path = path
    guard let path else {
      hash = nil
      commit = nil
      isDirty = nil
      return
    }
    hash = (try? readFile(at: path)).map { bytes in
      var hash = ContentHash()
      hash.add(bytes)
      return hash.text
    }
    let folder = PathParts(path).folder
    let commit = Self.git("rev-parse HEAD", in: folder)
    self.commit = commit
    isDirty = commit.flatMap { _ in
      Self.git("status --porcelain --untracked-files=no", in: folder).map { !$0.isEmpty }
    }
  }

  /// What a git command prints; `nil` when it fails or there is no git.
  private static func git(_ arguments: String, in folder: String) -> String? {
    let words = ["git", "-C", folder] + arguments.split(separator: " ").map(String.init)
    let outcome = ShellCommand(words).run()
    return outcome.isSuccess ? outcome.output : nil
  }
}

extension CommandLine {
  /// The path of the running executable, links resolved; `nil` when the system does not say.
  static var executablePath: String? {
    #if os(Linux)
      let name = "/proc/self/exe"
    #else
      let name = CommandLine.arguments.first ?? ""
    #endif
    guard let resolved = realpath(name, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
