internal import BenchmarkHarness
internal import Measuring
internal import Testing

@testable import Explanations

@Suite("Flame graphs of what ran on both sides")
struct FlameGraphTests {
  /// A profile of functions with their own instructions, and of what calls took.
  private static func profile(
    _ own: [String: Int], _ calls: [(String, String, Int)]
  ) -> CallProfile {
    func function(_ name: String) -> CallProfile.Function {
      .init(name: name, file: "a.c", object: "program")
    }
    return CallProfile(
      counts: Dictionary(
        uniqueKeysWithValues: own.map {
          (function($0.key), .init(calls: 1, instructions: $0.value))
        }),
      calls: Dictionary(
        uniqueKeysWithValues: calls.map {
          (.init(caller: function($0.0), callee: function($0.1)), $0.2)
        }))
  }

  /// `main` calls `f` and `g`, which call `h`; the candidate's `f` is slower, and calls `added` too.
  private static let base = profile(
    ["main": 10, "f": 100, "g": 200, "h": 900, "old": 50],
    [
      ("main", "f", 400), ("main", "g", 800), ("f", "h", 300), ("g", "h", 600), ("main", "old", 50),
    ])
  private static let candidate = profile(
    ["main": 10, "f": 300, "g": 200, "h": 900, "added": 40],
    [
      ("main", "f", 640), ("main", "g", 800), ("f", "h", 300), ("g", "h", 600), ("f", "added", 40),
    ])

  /// The frames of a tree by their stacks.
  private static func stacks(_ ran: RanFunctions) -> [String: CallTree.Frame] {
    var found: [String: CallTree.Frame] = [:]
    func add(_ frames: [CallTree.Frame], _ stack: String) {
      for frame in frames {
        let own = stack + ran.functions[frame.function].name
        found[own] = frame
        add(frame.frames, own + ";")
      }
    }
    add(CallTree(of: ran).frames, "")
    return found
  }

  @Test("what a function executes is divided among its callers by what their calls took")
  func stacks() {
    let found = Self.stacks(RanFunctions(base: Self.base, candidate: Self.candidate))
    #expect(
      Set(found.keys) == [
        "main", "main;f", "main;f;added", "main;f;h", "main;g", "main;g;h", "main;old",
      ])
    #expect(found["main"]?.base == .init(all: 1260, own: 10))
    #expect(found["main"]?.candidate == .init(all: 1450, own: 10))
    #expect(found["main;f;h"]?.base == .init(all: 300, own: 300))
    #expect(found["main;g;h"]?.candidate == .init(all: 600, own: 600))
    #expect(found["main;f;added"]?.base == .init())
    #expect(found["main;f"]?.ownChange == 200)
    // As wide as both sides need: what only one has stands beside the rest.
    #expect(found["main"]?.width == 1500)
  }

  @Test("functions that call each other make stacks with an end, and nothing is lost")
  func recursion() {
    let profile = Self.profile(
      ["main": 10, "f": 100, "g": 200],
      [("main", "f", 300), ("f", "g", 290), ("g", "f", 180), ("f", "f", 120)])
    let ran = RanFunctions(base: profile, candidate: profile)
    let found = Self.stacks(ran)
    #expect(Set(found.keys) == ["main", "main;f", "main;f;g"])
    let own = found.values.reduce(0) { $0 + $1.base.own }
    #expect(abs(own - 310) < 1e-6)
  }

  private static func explanation(_ base: CallProfile, _ candidate: CallProfile) -> Explanation {
    var explanation = Explanation(
      benchmark: "rows <&> \u{1F}", whole: nil, verdict: .slower, outcome: .notDivided("why."),
      margin: 0.0025)
    explanation.ran = .counted(RanFunctions(base: base, candidate: candidate))
    return explanation
  }

  private static func picture(_ explanations: [Explanation]) -> String? {
    SuiteExplanation(
      title: "a \"suite\"", sides: "<a> → b", explanations: explanations, remarks: []
    ).flameGraph
  }

  @Test("the picture has a title for each frame, and outlines calls of one side")
  func picture() throws {
    let explanation = Self.explanation(Self.base, Self.candidate)
    let text = try #require(Self.picture([explanation, explanation]))
    #expect(text == Self.picture([explanation, explanation]))
    #expect(text.contains("1 260 → 1 450 instructions"))
    #expect(
      text.contains(
        "<g class=\"new\"><title>added (a.c)&#10;Only the candidate has this call.&#10;"
          + "In this stack with all that it calls: 0 → 40 instructions, +2.76 % of all."))
    #expect(text.contains("<g class=\"gone\"><title>old (a.c)&#10;Only the base has this call."))
    #expect(text.contains("In all stacks itself: 100 → 300 instructions; calls: 1."))
    #expect(text.split(separator: "<rect ").count == 2 + 2 * 7)
    let unchanged = try #require(Self.picture([Self.explanation(Self.base, Self.base)]))
    #expect(unchanged.split(separator: "#e4e2dc").count == 1 + 6)
  }

  @Test("names of functions and benchmarks end no element, and no picture is made of nothing")
  func hostile() throws {
    let name = "</title><script>\"'&\u{0}"
    let profile = Self.profile([name: 100], [])
    let text = try #require(Self.picture([Self.explanation(profile, profile)]))
    #expect(!text.contains("<script>") && !text.contains("<&>") && !text.contains("\u{0}"))
    #expect(text.contains("&lt;/title&gt;&lt;script&gt;"))
    #expect(Self.picture([]) == nil)
    let empty = Self.profile([:], [])
    #expect(Self.picture([Self.explanation(empty, empty)])?.hasSuffix("</svg>\n") == true)
    var unknown = Self.explanation(profile, profile)
    unknown.ran = .unknown("why")
    #expect(Self.picture([unknown]) == nil)
  }
}
