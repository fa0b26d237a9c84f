internal import Files

/// Reads a file of callgrind line by line.
///
/// Names are written once, with a number that stands for them later.
struct CallgrindReader {
  /// A function by its number, and a place in it.
  struct Place: Hashable {
    let function: Int
    let address: UInt64?
  }

  /// The instructions that were executed at each place.
  private(set) var instructions: [Place: Int] = [:]
  /// How often each function was called.
  private(set) var calls: [Int: Int] = [:]
  /// The instructions that calls took, by where they were made and what was called.
  private(set) var spent: [Place: [Int: Int]] = [:]
  private var names: [Int: String] = [:]
  private var files: [Int: String] = [:]
  private var objects: [Int: String] = [:]
  private var places: [Int: (file: Int?, object: Int?)] = [:]
  private var file: Int?
  private var object: Int?
  private var function: Int?
  private var called: Int?
  /// How many words stand before the counts of a line.
  private var positions = 1
  /// Whether the first of them is an address.
  private var hasAddresses = false
  private var address: UInt64 = 0
  /// Whether the next line has what a call took with all that it called.
  private var isOfCall = false

  mutating func read(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return }
    guard first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else {
      readCost(line)
      return
    }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("positions:") {
      let words = text.split(separator: " ").dropFirst()
      positions = max(words.count, 1)
      hasAddresses = words.first == "instr"
      return
    }
    guard let end = text.firstIndex(of: "=") else { return }
    let value = text[text.index(after: end)...]
    switch text[..<end] {
    case "ob": object = Self.number(value, &objects)
    case "cob": _ = Self.number(value, &objects)
    case "fl": file = Self.number(value, &files)
    case "fi", "fe", "cfi", "cfl": _ = Self.number(value, &files)
    case "fn":
      function = Self.number(value, &names)
      if let function, places[function] == nil { places[function] = (file, object) }
    case "cfn": called = Self.number(value, &names)
    case "calls":
      isOfCall = true
      if let called, let count = value.split(separator: " ").first.flatMap({ Int($0) }) {
        calls[called, default: 0] &+= count
      }
    default: break
    }
  }

  private mutating func readCost(_ line: ArraySlice<UInt8>) {
    guard let first = line.first, "0123456789+-*".utf8.contains(first) else { return }
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: positions + 1)
    if hasAddresses { readAddress(String(decoding: words[0], as: UTF8.self)) }
    defer { isOfCall = false }
    guard let function, words.count > positions,
      let count = Int(String(decoding: words[positions], as: UTF8.self))
    else { return }
    let place = Place(function: function, address: hasAddresses ? address : nil)
    if isOfCall {
      if let called { spent[place, default: [:]][called, default: 0] &+= count }
    } else {
      instructions[place, default: 0] &+= count
    }
  }

  /// Reads `0x1180`, `+14` from the line before, or `*` for the same.
  private mutating func readAddress(_ word: String) {
    if word.hasPrefix("0x") {
      address = UInt64(word.dropFirst(2), radix: 16) ?? 0
    } else if let distance = Int64(word) {
      let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
      address = (isRelative ? address : 0) &+ UInt64(bitPattern: distance)
    }
  }

  /// The number of `(12) name`, or of `(12)` once the name is known.
  private static func number(_ text: Substring, _ names: inout [Int: String]) -> Int? {
    guard text.first == "(", let end = text.firstIndex(of: ")"),
      let number = Int(text[text.index(after: text.startIndex)..<end])
    else { return nil }
    let name = text[text.index(after: end)...].drop { $0 == " " }
    if !name.isEmpty { names[number] = String(name) }
    return number
  }

  /// A place of the code, with names.
  func site(_ place: Place) -> Callgrind.Site {
    Callgrind.Site(
      function: function(place.function), path: path(of: place.function), address: place.address)
  }

  /// The function of a number.
  func function(_ number: Int) -> CallProfile.Function {
    let name = names[number] ?? CallProfile.unnamed
    let file = places[number]?.file.flatMap { files[$0] }.flatMap { $0 == "???" ? nil : $0 }
    return CallProfile.Function(
      name: name.hasPrefix("0x") || name == "???" ? CallProfile.unnamed : Self.source(of: name),
      file: file.map { PathParts($0).name }, object: PathParts(path(of: number)).name)
  }

  private func path(of number: Int) -> String {
    places[number]?.object.flatMap { objects[$0] } ?? ""
  }

  /// A function that calls itself has more names, as `f'2`.
  private static func source(of name: String) -> String {
    guard let mark = name.lastIndex(of: "'"), mark != name.startIndex,
      name[name.index(after: mark)...].allSatisfy(\.isNumber)
    else { return name }
    return String(name[..<mark])
  }
}
