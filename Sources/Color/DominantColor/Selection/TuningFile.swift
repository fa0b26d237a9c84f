internal import CLibrary
internal import Processors

/// Where the tuning file is, and what is in it.
///
/// The one exception to the rule that libraries do not read the environment: a tuning should serve
/// every program on the machine automatically, so ``KernelSelection/automatic`` looks here once, at
/// its first use. Programs that do not want that pass another selection.
public struct TuningFile: Hashable, Sendable {
  /// The file's path; `nil` when there is no place for one.
  public let path: String?
  /// What the file says, if it can be read, whether or not it is used.
  public let content: Tuning?
  /// Why it is not used; `nil` when it is.
  public let problem: TuningProblem?

  /// What the library uses: its content unless there is a problem.
  public var tuning: Tuning? { problem == nil ? content : nil }

  /// The file of this user, read once.
  static let installed = TuningFile(at: standardPath)

  /// `$XDG_CACHE_HOME/swift-dominant-color/tuning.json`, with `$HOME/.cache` where the variable is
  /// unset or, as the XDG specification has it, not an absolute path; `nil` without a home too.
  ///
  /// The environment is read at the first use and not again.
  public static let standardPath: String? = path { name in
    getenv(name).map { String(cString: $0) }
  }

  /// The path by the variables of an environment.
  static func path(variable: (String) -> String?) -> String? {
    func folder(_ name: String) -> String? {
      variable(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    guard let cache = folder("XDG_CACHE_HOME") ?? folder("HOME").map({ $0 + "/.cache" }) else {
      return nil
    }
    return "\(cache)/swift-dominant-color/tuning.json"
  }

  /// Reads a file and compares it with what is needed; never fails, never waits, takes at most a
  /// few times ``Tuning/byteLimit`` of memory.
  ///
  /// - Parameters:
  ///   - path: the file; `nil` when there is no place for one.
  ///   - key: what the tuning has to be good for; found out only where there is a tuning.
  public init(at path: String?, for key: @autoclosure () -> TuningKey = .current) {
    self.path = path
    guard let path else {
      content = nil
      problem = .noPlace
      return
    }
    do {
      let tuning = try Tuning(parsing: try Self.bytes(path))
      let differences = tuning.key.differences(from: key())
      content = tuning
      problem = differences.isEmpty ? nil : .otherKey(differences)
    } catch {
      content = nil
      problem = error
    }
  }

  private static func bytes(_ path: String) throws(TuningProblem) -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try BoundedFile.read(path, limit: Tuning.byteLimit)
    } catch {
      switch error {
      case .absent: throw .absent(path: path)
      case .notRegular: throw .notRegular(path: path)
      case .tooLarge: throw .tooLarge(limit: Tuning.byteLimit)
      case .system(let reason): throw .unreadable(path: path, reason: reason)
      }
    }
  }
}
