internal import COptionalCodecs

/// A library of the system that reads or writes a format, and is opened when the format is first
/// met.
///
/// A version with a known hole is refused, unless the distributor's package of that version is one
/// that closes it (`DistributorPatch`).
public struct CodecLibrary: Sendable {
  /// Whether the library is there to use.
  public enum State: Hashable, Sendable {
    /// It is; the version as its authors count.
    case ready(version: String)
    /// It is not installed, or lacks functions that are used.
    case missing
    /// It is installed in a version with a known hole.
    case refused(version: String)
  }

  /// The name that people know, such as `libwebp`.
  public let name: String
  /// The package of Debian and Ubuntu that brings it.
  public let package: String
  /// The first version without the holes that are known.
  public let leastVersion: String
  /// Whether it is there to use.
  public let state: State

  /// Opens a library; `value` of a format keeps it.
  ///
  /// - Parameters:
  ///   - name: the name that people know.
  ///   - package: the package that brings it.
  ///   - least: the first version without known holes.
  ///   - patches: packages of earlier versions that close them.
  ///   - found: what opens it.
  init(
    _ name: String, package: String, least: (Int, Int, Int), patches: [DistributorPatch],
    found: UnsafePointer<copt_library>
  ) {
    self.name = name
    self.package = package
    leastVersion = "\(least.0).\(least.1).\(least.2)"
    // SAFETY: a static value of the C side, written before the function that gave it returned.
    let library = found.pointee
    guard library.is_found else {
      state = .missing
      return
    }
    let number = library.version
    let version = "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
    // As libwebp and libheif count: a byte for each part, so that numbers compare as versions
    // do.
    let enough = UInt32(least.0) << 16 | UInt32(least.1) << 8 | UInt32(least.2)
    // SAFETY: a string of the C side or the system's loader, which lives as long as the library.
    let path = String(cString: library.path)
    state =
      number >= enough || DistributorPatch.isInstalled(oneOf: patches, library: path)
      ? .ready(version: version) : .refused(version: version)
  }

  /// What is wrong with it; `nil` for nothing.
  var problem: MissingLibrary.Problem? {
    switch state {
    case .ready: nil
    case .missing: .missing
    case .refused(let version): .refused(version: version, least: leastVersion)
    }
  }
}

/// A library without which a format cannot be read or written, and what brings it.
public struct MissingLibrary: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The library is not installed.
    case missing
    /// The library is installed in a version with a known hole.
    case refused(version: String, least: String)
    /// The library has no decoder for what is in the file.
    case noDecoder
    /// The library has no encoder for the format.
    case noEncoder
  }

  /// The library.
  public let name: String
  /// The package of Debian and Ubuntu that brings what is missing.
  public let package: String
  /// What is wrong.
  public let problem: Problem

  /// A few words: what is wrong, and the package.
  public var description: String {
    switch problem {
    case .missing: "\(name) is not installed: package \(package)"
    case .refused(let version, _): "\(name) \(version) has known holes: update package \(package)"
    case .noDecoder: "\(name) has no decoder for it: package \(package)"
    case .noEncoder: "\(name) has no encoder for it: package \(package)"
    }
  }

  /// A sentence or two: what is wrong, and what to do.
  func sentences(_ format: ImageFormat) -> String {
    switch problem {
    case .missing:
      "\(format) files take \(name), which is not installed. Install the package \(package) (Debian, "
        + "Ubuntu; on macOS brew has it as \(brewName))."
    case .refused(let version, let least):
      "\(format) files take \(name), and the installed version \(version) has known holes. Update the "
        + "package \(package): it takes version \(least), or an earlier one with your distributor's "
        + "corrections."
    case .noDecoder:
      "\(format) files take a decoder that the installed \(name) lacks. Install the package \(package) "
        + "(Debian, Ubuntu)."
    case .noEncoder:
      "To write \(format) files takes an encoder that the installed \(name) lacks. Install the package "
        + "\(package) (Debian, Ubuntu)."
    }
  }

  /// The name without what tells Debian's packages of several versions apart.
  private var brewName: String { name == "libwebp" ? "webp" : name }
}
