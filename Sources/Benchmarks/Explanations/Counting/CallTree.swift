internal import BenchmarkHarness

/// What ran on both sides as stacks of calls, made of both call graphs.
///
/// A call graph tells what each caller's calls took, and not what these called in turn. What a function does
/// is therefore divided among its callers by what their calls took, as if it did the same for all of them.
/// Where every function of a stack has one caller, its counts are exact. A call of a function that is in the
/// stack already is no frame of its own.
struct CallTree {
  /// Instructions of one side.
  struct Weight: Equatable {
    /// With all that was called.
    var all = 0.0
    /// The function's own.
    var own = 0.0
  }

  /// A function with all that it called, in one stack.
  struct Frame {
    /// Its number in ``RanFunctions/functions``.
    let function: Int
    let base: Weight
    let candidate: Weight
    /// By the numbers of their functions.
    let frames: [Frame]

    /// What it takes in a picture that shows both sides: own instructions and frames of the side that has more.
    var width: Double {
      frames.reduce(max(base.own, candidate.own)) { $0 + $1.width }
    }
  }

  /// What nothing calls.
  let frames: [Frame]

  /// The share of all instructions below which a frame is left out.
  private static let smallest = 0.0005
  /// How many frames a stack has at most.
  private static let deepest = 100

  /// Makes stacks.
  ///
  /// - Parameter ran: what ran on both sides.
  init(of ran: RanFunctions) {
    let base = Graph(ran.base, ran.number(of:))
    let candidate = Graph(ran.candidate, ran.number(of:))
    let total = Double(max(ran.base.instructions, ran.candidate.instructions, 1))
    var builder = Builder(base: base, candidate: candidate, least: total * Self.smallest)
    frames = builder.frames(base.entries, candidate.entries)
  }

  /// The calls of one side.
  private struct Graph {
    private(set) var own: [Int: Double] = [:]
    private(set) var calls: [Int: [Int: Double]] = [:]

    init(_ profile: CallProfile, _ number: (CallProfile.Function) -> Int?) {
      for (function, count) in profile.counts {
        guard let function = number(function) else { continue }
        own[function, default: 0] += Double(count.instructions)
      }
      for (call, count) in profile.calls {
        guard let caller = number(call.caller), let callee = number(call.callee), caller != callee
        else { continue }
        calls[caller, default: [:]][callee, default: 0] += Double(count)
      }
    }

    /// What nothing calls, with what it takes in all.
    var entries: [Int: Double] {
      let called = Set(calls.values.flatMap(\.keys))
      return Set(own.keys).subtracting(called).reduce(into: [:]) { found, function in
        found[function] = (calls[function]?.values.reduce(0, +) ?? 0) + (own[function] ?? 0)
      }
    }

    /// Divides what a function takes in a stack.
    func divided(
      _ amount: Double, of function: Int, in stack: Set<Int>
    ) -> (own: Double, calls: [Int: Double]) {
      let own = own[function] ?? 0
      let calls = (calls[function] ?? [:]).filter { !stack.contains($0.key) }
      let all = calls.values.reduce(own, +)
      guard all > 0 else { return (amount, [:]) }
      return (amount * own / all, calls.mapValues { amount * $0 / all })
    }
  }

  private struct Builder {
    let base: Graph
    let candidate: Graph
    let least: Double
    private var stack: Set<Int> = []

    init(base: Graph, candidate: Graph, least: Double) {
      self.base = base
      self.candidate = candidate
      self.least = least
    }

    mutating func frames(_ before: [Int: Double], _ after: [Int: Double]) -> [Frame] {
      guard stack.count < CallTree.deepest else { return [] }
      var frames: [Frame] = []
      for function in Set(before.keys).union(after.keys).sorted() {
        let (old, new) = (before[function] ?? 0, after[function] ?? 0)
        guard max(old, new) >= least, stack.insert(function).inserted else { continue }
        let first = base.divided(old, of: function, in: stack)
        let second = candidate.divided(new, of: function, in: stack)
        frames.append(
          Frame(
            function: function, base: Weight(all: old, own: first.own),
            candidate: Weight(all: new, own: second.own),
            frames: self.frames(first.calls, second.calls)))
        stack.remove(function)
      }
      return frames
    }
  }
}
