/// The settings in one-line files of Linux, in plain words.
enum KernelSettings {
  /// The chosen word in "always [madvise] never".
  static func bracketed(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]") else {
      return nil
    }
    return String(text[text.index(after: open)..<close])
  }

  /// `/proc/sys/kernel/randomize_va_space` and the process's own `/proc/self/personality`.
  static func addressRandomisation(setting: String, personality: String?) -> String? {
    let addressNoRandomize: UInt32 = 0x004_0000
    if let bits = personality.flatMap({ UInt32(word($0), radix: 16) }),
      bits & addressNoRandomize != 0
    {
      return "off for this process"
    }
    return switch word(setting) {
    case "0": "off"
    case "1": "on, without the heap"
    case "2": "on"
    default: nil
    }
  }

  /// `intel_pstate/no_turbo` (1 is off) or `cpufreq/boost` (1 is on).
  static func turbo(noTurbo: String?, boost: String?) -> String? {
    switch (noTurbo.map(word), boost.map(word)) {
    case ("0", _): "on"
    case ("1", _): "off"
    case (_, "1"): "on"
    case (_, "0"): "off"
    default: nil
    }
  }

  /// `/sys/devices/system/cpu/smt/control`.
  static func smt(_ text: String) -> String? {
    switch word(text) {
    case "on": "on"
    case "off", "forceoff": "off"
    case "notsupported": "not supported by this processor"
    case "notimplemented": nil
    default: nil
    }
  }

  /// `PRETTY_NAME` of `/etc/os-release`.
  static func operatingSystem(osRelease: String) -> String? {
    for line in osRelease.split(separator: "\n") where line.hasPrefix("PRETTY_NAME=") {
      let quoted = line.dropFirst("PRETTY_NAME=".count)
      return String(quoted.filter { $0 != "\"" })
    }
    return nil
  }

  /// The first word of a file's text.
  static func word(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" || $0 == "\t" }.first.map(String.init) ?? ""
  }
}
