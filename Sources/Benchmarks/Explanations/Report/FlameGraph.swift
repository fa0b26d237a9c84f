internal import BenchmarkHarness
internal import MarkupEscaping
internal import Reporting

/// What ran on both sides as a picture: a flame graph whose colours say what changed, in SVG.
///
/// A frame is as wide as the instructions of the side that has more, with all that it calls; its caller is
/// below. Red functions execute more themselves than on the base, blue ones less. Frames that one side alone
/// has are outlined. Titles have the counts.
struct FlameGraph {
  /// Its elements, from the top left corner down.
  private(set) var elements: [String] = []
  /// How high it is.
  let height: Double

  /// How wide pictures are, in their own units, and what is left free around.
  static let width = 1200.0
  private static let margin = 16.0
  private static let rowHeight = 18.0
  private static let headingHeight = 52.0
  /// The width of a letter, about.
  private static let letter = 6.7
  /// The narrowest frame that is drawn, and what is left free beside frames.
  private static let (narrowest, gap) = (0.5, 0.4)

  private let ran: RanFunctions
  private let total: Double
  /// The largest change of a function's own instructions in a stack.
  private let largest: Double
  private let scale: Double

  /// Draws what ran.
  ///
  /// - Parameters:
  ///   - ran: what ran on both sides.
  ///   - title: the name of the benchmark.
  init(of ran: RanFunctions, title: String) {
    self.ran = ran
    let frames = CallTree(of: ran).frames
    total = Double(max(ran.base.instructions, ran.candidate.instructions, 1))
    largest = max(Self.largestChange(frames), total * 0.001)
    scale = (Self.width - 2 * Self.margin) / max(frames.reduce(0) { $0 + $1.width }, 1)
    let bottom = Self.headingHeight + Double(Self.depth(frames)) * Self.rowHeight
    height = bottom + Self.margin
    let counts = Self.change(ran.base.instructions, ran.candidate.instructions)
    elements = [
      Self.label(title, at: 24, as: "name"),
      Self.label("\(counts) instructions", at: 42, as: "quiet"),
    ]
    draw(frames, from: Self.margin, bottom: bottom)
  }

  private static func depth(_ frames: [CallTree.Frame]) -> Int {
    frames.map { 1 + depth($0.frames) }.max() ?? 0
  }

  private static func largestChange(_ frames: [CallTree.Frame]) -> Double {
    frames.map { max(abs($0.ownChange), largestChange($0.frames)) }.max() ?? 0
  }

  // MARK: Frames

  private mutating func draw(_ frames: [CallTree.Frame], from left: Double, bottom: Double) {
    var x = left
    for frame in frames {
      let width = frame.width * scale
      if width >= Self.narrowest {
        elements.append(element(of: frame, x, bottom - Self.rowHeight, width))
        draw(frame.frames, from: x, bottom: bottom - Self.rowHeight)
      }
      x += width
    }
  }

  private func element(
    of frame: CallTree.Frame, _ x: Double, _ y: Double, _ width: Double
  ) -> String {
    let function = ran.functions[frame.function]
    let side =
      frame.base.all == 0 ? #" class="new""# : frame.candidate.all == 0 ? #" class="gone""# : ""
    let place = "x=\"\(Decimals.fixed(x, places: 1))\" y=\"\(Decimals.fixed(y, places: 0))\""
    let drawn = Decimals.fixed(width - Self.gap, places: 1)
    let title = Markup.xml(words(of: frame, function).joined(separator: "\n"))
    var text = ""
    let letters = Int((width - 6) / Self.letter)
    if letters >= 3 {
      let left = Decimals.fixed(x + 4, places: 1)
      let line = Decimals.fixed(y + 13, places: 0)
      let name = Markup.xml(Self.shortened(function.name, to: letters), lineBreaks: .spaces)
      text = "<text x=\"\(left)\" y=\"\(line)\">\(name)</text>"
    }
    return """
      <g\(side)><title>\(title)</title><rect \(place) width="\(drawn)" \
      height="\(Decimals.fixed(Self.rowHeight - 1, places: 0))" fill="\(color(of: frame))"/>\(text)</g>
      """
  }

  /// What stands in the title of a frame.
  private func words(of frame: CallTree.Frame, _ function: RanFunctions.Row) -> [String] {
    let only =
      frame.base.all == 0
      ? ["Only the candidate has this call."]
      : frame.candidate.all == 0 ? ["Only the base has this call."] : []
    let (before, after) = (Int(frame.base.all.rounded()), Int(frame.candidate.all.rounded()))
    let part = Decimals.change(Double(after - before) / total)
    let own = Self.change(function.base.instructions, function.candidate.instructions)
    return ["\(function.name) (\(function.file ?? function.object))"] + only + [
      "In this stack with all that it calls: \(Self.change(before, after)) instructions"
        + (before == after ? "." : ", \(part) of all."),
      "In all stacks itself: \(own) instructions; calls: \(function.calls(Self.digits)).",
    ]
  }

  /// Red for more, blue for less; what hardly changes is grey.
  private func color(of frame: CallTree.Frame) -> String {
    let strength = min(abs(frame.ownChange) / largest, 1).squareRoot()
    let target = frame.ownChange > 0 ? Self.more : Self.less
    let mixed = zip(Self.unchanged, target).map { Int(($0 + ($1 - $0) * strength).rounded()) }
    return "#" + mixed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static let unchanged = [228.0, 226, 220]
  private static let more = [233.0, 92, 74]
  private static let less = [90.0, 155, 230]

  // MARK: Text

  private static func label(_ text: String, at y: Int, as kind: String) -> String {
    let shown = Markup.xml(shortened(text, to: 120), lineBreaks: .spaces)
    return "<text class=\"\(kind)\" x=\"16\" y=\"\(y)\">\(shown)</text>"
  }

  private static func shortened(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count - 1) + "…" : text
  }

  private static func change(_ base: Int, _ candidate: Int) -> String {
    base == candidate ? digits(base) : "\(digits(base)) → \(digits(candidate))"
  }

  /// All digits, in groups of three.
  private static func digits(_ count: Int) -> String {
    var groups: [Substring] = []
    var rest = String(count)[...]
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return ([rest] + groups).joined(separator: " ")
  }
}

extension CallTree.Frame {
  /// How many own instructions more the candidate executes in this stack.
  var ownChange: Double { candidate.own - base.own }
}
