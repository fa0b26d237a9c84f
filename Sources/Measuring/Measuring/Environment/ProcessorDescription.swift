/// What Linux's `/proc/cpuinfo` says about the first processor.
struct ProcessorDescription: Equatable {
  /// The processor's name, put together from what there is.
  var model: String?
  /// Its instruction set extensions in alphabetical order, separated by spaces.
  var features: String?
  /// How many processors are listed.
  var count = 0

  /// Reads the text of an x86 or ARM kernel.
  init(cpuinfo: String) {
    var first: [String: String] = [:]
    for line in cpuinfo.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let key = Self.trimmed(line[..<colon])
      let value = Self.trimmed(line[line.index(after: colon)...])
      if key == "processor" { count += 1 }
      if first[key] == nil { first[key] = value }
    }
    features = (first["flags"] ?? first["Features"]).map { words in
      words.split(separator: " ").sorted().joined(separator: " ")
    }
    model = Self.x86Model(first) ?? Self.armModel(first)
  }

  /// Virtual machines often hide the name ("AMD EPYC"), so family, model and stepping are added.
  private static func x86Model(_ values: [String: String]) -> String? {
    guard let name = values["model name"] else { return nil }
    guard let family = values["cpu family"], let model = values["model"] else { return name }
    return "\(name) (family \(family) model \(model) stepping \(values["stepping"] ?? "?"))"
  }

  /// ARM kernels print numbers only; the usual server and desktop cores are given their names.
  private static func armModel(_ values: [String: String]) -> String? {
    guard let implementer = values["CPU implementer"], let part = values["CPU part"] else {
      return nil
    }
    let revision = "r\(values["CPU variant"] ?? "?")p\(values["CPU revision"] ?? "?")"
    let name = armNames["\(implementer) \(part)"] ?? "ARM core"
    return "\(name) (implementer \(implementer) part \(part) \(revision))"
  }

  private static let armNames = [
    "0x41 0xd08": "Cortex-A72", "0x41 0xd0b": "Cortex-A76", "0x41 0xd0c": "Neoverse N1",
    "0x41 0xd40": "Neoverse V1", "0x41 0xd49": "Neoverse N2", "0x41 0xd4f": "Neoverse V2",
    "0x41 0xd83": "Neoverse V3", "0x41 0xd8e": "Neoverse N3", "0xc0 0xac3": "Ampere-1",
    "0x61 0x022": "Apple M1 Icestorm", "0x61 0x023": "Apple M1 Firestorm",
  ]

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let start = text.firstIndex(where: { !isBlank($0) }) else { return "" }
    guard let end = text.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(text[start...end])
  }
}
