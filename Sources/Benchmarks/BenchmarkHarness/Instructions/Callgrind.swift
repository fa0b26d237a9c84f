internal import Files

/// What valgrind's callgrind writes.
enum Callgrind {
  /// The number after `totals:`, or `summary:` in older versions.
  static func total(inFile bytes: [UInt8]) -> Int? {
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      let words = String(decoding: line.prefix(80), as: UTF8.self).split(separator: " ")
      guard let first = words.first, first == "totals:" || first == "summary:" else { continue }
      return words.dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }

  /// Counts of functions by what callgrind writes, added up over files.
  struct FunctionCounts {
    private(set) var counts: [CallProfile.Function: CallProfile.Count] = [:]

    /// Adds a file; lines that are none of the format count nothing.
    ///
    /// - Complexity: O(*n*) in its size.
    mutating func add(file bytes: [UInt8]) {
      var reader = Reader()
      for line in bytes.split(separator: UInt8(ascii: "\n")) { reader.read(line) }
      for (number, count) in reader.counts {
        let function = reader.function(number)
        counts[function, default: CallProfile.Count()].calls &+= count.calls
        counts[function, default: CallProfile.Count()].instructions &+= count.instructions
      }
    }
  }

  //     fl=(3) photo.swift        the file of the functions that follow
  //     fn=(7) median             cost lines from here on are its own
  //     16 120                    a line number, then instructions
  //     cfn=(9) sort              the function that is called
  //     calls=4 30                how often, and from where on
  //     17 5200                   what the calls took with all that they called: not median's own
  /// Reads a file line by line.
  ///
  /// Names are written once, with a number that stands for them later.
  private struct Reader {
    private(set) var counts: [Int: CallProfile.Count] = [:]
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
    /// Whether the next line has what a call took with all that it called.
    private var isOfCall = false

    mutating func read(_ line: ArraySlice<UInt8>) {
      guard let first = line.first else { return }
      // Lines of costs begin with a digit, or, relative to the line before, with +, − or *.
      guard first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else {
        readCost(line)
        return
      }
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("positions:") {
        positions = max(text.split(separator: " ").count - 1, 1)
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
          counts[called, default: CallProfile.Count()].calls &+= count
        }
      default: break
      }
    }

    private mutating func readCost(_ line: ArraySlice<UInt8>) {
      guard let first = line.first, "0123456789+-*".utf8.contains(first) else { return }
      if isOfCall {
        isOfCall = false
        return
      }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: positions + 1)
      guard let function, words.count > positions,
        let count = Int(String(decoding: words[positions], as: UTF8.self))
      else { return }
      counts[function, default: CallProfile.Count()].instructions &+= count
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

    func function(_ number: Int) -> CallProfile.Function {
      let name = names[number] ?? CallProfile.unnamed
      let place = places[number]
      let file = place?.file.flatMap { files[$0] }.flatMap { $0 == "???" ? nil : $0 }
      return CallProfile.Function(
        name: name.hasPrefix("0x") || name == "???" ? CallProfile.unnamed : name,
        file: file.map { PathParts($0).name },
        object: PathParts(place?.object.flatMap { objects[$0] } ?? "").name)
    }
  }
}
