import DominantColor
internal import Hashing
import SyntheticImages
import Testing

@Suite("Tuning files as text")
struct TuningJSONTests {
  private let tuning = SampleTunings.unusual(SampleTunings.key)

  @Test("what is written is read back, every value of it")
  func roundTrip() throws {
    #expect(try Tuning(parsing: Array(tuning.json.utf8)) == tuning)
    let empty = Tuning(key: SampleTunings.key, made: "", threads: [:])
    #expect(try Tuning(parsing: Array(empty.json.utf8)) == empty)
  }

  @Test("the text is readable: a line for each field")
  func readable() {
    let lines = tuning.json.split(separator: "\n")
    #expect(lines.first == "{")
    #expect(lines[1] == "  \"schema\": 2,")
    #expect(lines.contains("  \"cpu\": \"Abacus \\\"9000\\\" \\\\ 2\","))
    #expect(lines.contains("  \"cores\": 4,"))
    #expect(lines.contains("  \"threadsFrom\": {\"histogram\": 1000, \"hue\": null}"))
  }

  /// What is said to a text, with parts of a right one replaced.
  private func problem(replacing old: String, with new: String) throws -> TuningProblem {
    let text = tuning.json
    let position = try #require(text.firstRange(of: old))
    let changed = text.replacingCharacters(position, with: new)
    return try #require(#expect(throws: TuningProblem.self) { try Tuning(parsing: changed) })
  }

  @Test(
    "wrong types, ranges and names are refused, and named",
    arguments: [
      ("\"schema\": 2", "\"schema\": \"1\"", "'schema' is not a whole number"),
      ("\"schema\": 2", "\"schema\": 2.5", "'schema' is not a whole number"),
      ("\"cores\": 4", "\"cores\": 0", "'cores' is not a whole number in its range"),
      ("\"cores\": 4", "\"cores\": 1e300", "'cores' is not a whole number in its range"),
      ("\"cores\": 4", "\"cores\": null", "'cores' is not a whole number"),
      ("\"made\": \"2026", "\"made\": \"\\u001b[31m", "'made' is too long or holds control"),
      ("\"made\": \"2026", "\"made\": \"\\u202e", "'made' is too long or holds control"),
      ("\"cpu\": \"", "\"cpu\": 7, \"x\": \"", "'cpu' is not a string"),
      ("\"threadsFrom\": {", "\"threadsFrom\": 1, \"more\": {", "'threadsFrom' is not an object"),
      ("\"histogram\": 1000", "\"vote\": 1000", "'threadsFrom' names a method that there is not"),
      (
        "\"histogram\": 1000", "\"histogram\": -1", "threadsFrom: 'histogram' is not a whole number"
      ),
      (
        "\"histogram\": 1000", "\"histogram\": 0.5",
        "threadsFrom: 'histogram' is not a whole number"
      ),
      ("\"hue\": null", "\"hue\": \"never\"", "threadsFrom: 'hue' is not a whole number"),
    ])
  func refused(old: String, new: String, words: String) throws {
    let problem = try problem(replacing: old, with: new)
    #expect(problem.description.contains(words), "\(problem)")
    #expect(problem.description.hasPrefix("The tuning file is ignored: "))
  }

  @Test("another schema says so, and fields that are not known are passed over")
  func versions() throws {
    #expect(try problem(replacing: "\"schema\": 2", with: "\"schema\": 1") == .otherSchema(1))
    let more = tuning.json.replacingOccurrence("\"made\"", with: "\"new\": [{}], \"made\"")
    #expect(try Tuning(parsing: Array(more.utf8)) == tuning)
  }

  @Test("a file over the limits is refused without being read")
  func limits() {
    let large = [UInt8](repeating: 0x20, count: Tuning.byteLimit + 1)
    #expect(throws: TuningProblem.tooLarge(limit: Tuning.byteLimit)) { try Tuning(parsing: large) }
    var long = tuning
    long.key.cpu = String(repeating: "x", count: 300)
    #expect(throws: TuningProblem.self) { try Tuning(parsing: Array(long.json.utf8)) }
  }

  @Test("no truncation of a file is a tuning")
  func truncations() {
    // The last two bytes are the brace that closes it and a line end, which may be missing.
    let bytes = Array(tuning.json.utf8)
    for length in 0..<bytes.count - 1 {
      #expect(throws: TuningProblem.self) { try Tuning(parsing: Array(bytes.prefix(length))) }
    }
    #expect((try? Tuning(parsing: bytes.dropLast())) == tuning)
  }

  @Test("10,000 mutations give a tuning or a worded problem, and no crash")
  func mutations() {
    let bytes = Array(tuning.json.utf8)
    var random = SplitMix64(seed: 7)
    var refused = 0
    for _ in 0..<10_000 {
      var mutant = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<mutant.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: mutant[place] = UInt8.random(in: 0...255, using: &random)
        case 1: mutant.remove(at: place)
        case 2: mutant.insert(mutant[Int.random(in: 0..<mutant.count, using: &random)], at: place)
        default:
          let end = min(place + Int.random(in: 1...40, using: &random), mutant.count)
          mutant.insert(contentsOf: mutant[place..<end], at: place)
        }
      }
      do {
        let read = try Tuning(parsing: mutant)
        // Whatever it says, what is chosen by it is a kernel of the method that was asked.
        let selection = KernelSelection.tuned(read, for: read.key)
        for pixels in [0, 700, 1_000_000] {
          let choice = selection.choice(for: .histogram, pixels: pixels, threads: 2)
          #expect(choice.kernel.method == .histogram)
          #expect((1...2).contains(choice.threads))
        }
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    // Some hit a value that may be anything, such as a digit of a ratio; most do not.
    #expect(refused > 5000)
  }
}

extension Tuning {
  fileprivate init(parsing text: String) throws { try self.init(parsing: Array(text.utf8)) }
}

extension String {
  fileprivate func firstRange(of part: String) -> Range<String.Index>? {
    ranges(of: part).first
  }

  fileprivate func replacingCharacters(_ range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }

  fileprivate func replacingOccurrence(_ part: String, with text: String) -> String {
    firstRange(of: part).map { replacingCharacters($0, with: text) } ?? self
  }
}
