internal import Hashing
package import Measuring

/// A class of machines whose times can be compared: processor, cores, quota, operating
/// system and toolchain.
///
/// Series of a fleet are compared within a class only. The class of a machine follows from its
/// environment, unless people name it themselves.
///
/// ```swift
/// MachineClass(of: environment).name
/// // "AMD EPYC 9B14, 2 usable of 2 online, quota none, Linux 6.1, Swift 6.3"
/// ```
package struct MachineClass: Hashable, Sendable, CustomStringConvertible {
  /// What identifies it, for people and in every history.
  package let name: String

  /// The class of runs that do not say what they were measured on.
  package static let unknown = MachineClass(name: "unknown")

  /// The longest name, in bytes of UTF-8.
  package static let maximumBytes = 500

  /// A class of a name that was given to it.
  package init(name: String) { self.name = name }

  /// The class that an environment belongs to.
  ///
  /// Of the system and the toolchain only the first two parts of the version count, so that a
  /// security update does not begin every series anew; a night names such an update all the same.
  package init(of environment: EnvironmentRecord) {
    guard let processor = environment[.cpuModel].value else {
      self = .unknown
      return
    }
    var parts = [processor]
    parts.append(environment[.cores].value ?? "unknown cores")
    parts.append("quota " + (environment[.cgroupQuota].value ?? "unknown"))
    parts.append(
      environment[.operatingSystemKernel].value.map(Self.shortVersion) ?? "unknown kernel")
    parts.append(
      environment[.swiftVersion].value.map { "Swift " + Self.shortVersion($0) } ?? "unknown Swift")
    name = parts.joined(separator: ", ")
  }

  /// The name.
  package var description: String { name }

  /// Twelve hexadecimal digits that stand for the name.
  package var key: String { String(SHA256.hex(Array(name.utf8)).prefix(12)) }

  /// A text up to the second part of the first version in it: "Linux 6.1" of "Linux
  /// 6.1.0-18-amd64".
  static func shortVersion(_ text: String) -> String {
    var short = ""
    var points = 0
    var hasDigits = false
    for character in text {
      if character == ".", hasDigits {
        points += 1
        if points == 2 { return short }
      } else if hasDigits, !character.isASCII || !character.isNumber {
        return short
      }
      if character.isASCII, character.isNumber { hasDigits = true }
      short.append(character)
    }
    return short
  }
}
