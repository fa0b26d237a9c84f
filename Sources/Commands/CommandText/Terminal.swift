internal import CLibrary

/// What a stream's reader can show: only a terminal gets colours and a moving progress line.
package struct Terminal: Sendable {
  /// How colours are shown.
  package enum Colors: Sendable {
    /// Not at all.
    case none
    /// As the nearest of xterm's 256.
    case palette256
    /// Exactly.
    case trueColor
  }

  /// Whether the stream is a terminal that understands escape codes.
  package let isTerminal: Bool
  /// How colours are shown.
  package let colors: Colors
  /// Columns.
  package let width: Int

  /// Makes a description of a stream's reader.
  package init(isTerminal: Bool, colors: Colors, width: Int = 80) {
    self.isTerminal = isTerminal
    self.colors = colors
    self.width = width
  }

  /// Looks at a stream and the environment (`NO_COLOR`, `TERM`, `COLORTERM`).
  ///
  /// - Parameters:
  ///   - descriptor: the stream: 1 for standard output, 2 for standard error.
  ///   - variable: how to read an environment variable.
  package init(
    descriptor: Int32,
    variable: (String) -> String? = Terminal.environmentVariable
  ) {
    var size = winsize()
    let isSizeKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    self.init(
      isTerminal: isatty(descriptor) == 1, width: isSizeKnown ? Int(size.ws_col) : 80,
      variable: variable)
  }

  /// An environment variable of this process; `nil` when there is none.
  package static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Decides from the environment what a stream gets.
  package init(isTerminal: Bool, width: Int = 80, variable: (String) -> String?) {
    let isSmart = isTerminal && variable("TERM") != "dumb"
    // no-color.org: present and not empty, whatever its value.
    let isColorRefused = variable("NO_COLOR").map { !$0.isEmpty } ?? false
    let colors: Colors =
      if !isSmart || isColorRefused {
        .none
      } else if ["truecolor", "24bit"].contains(variable("COLORTERM")) {
        .trueColor
      } else {
        .palette256
      }
    self.init(isTerminal: isSmart, colors: colors, width: width)
  }

  /// A block of a colour; `nil` where no colours are shown.
  ///
  /// - Parameters:
  ///   - red: 0 to 255.
  ///   - green: 0 to 255.
  ///   - blue: 0 to 255.
  ///   - columns: how wide the block is.
  /// - Returns: escape codes and spaces.
  package func swatch(red: UInt8, green: UInt8, blue: UInt8, columns: Int = 2) -> String? {
    let block = String(repeating: " ", count: columns)
    switch colors {
    case .none:
      return nil
    case .palette256:
      // xterm's cube: 16 + 36 r + 6 g + b at levels 0, 95, 135, 175, 215, 255.
      func level(_ value: UInt8) -> Int {
        //     level       0     1      2      3      4      5
        //     value       0    95    135    175    215    255     from 95 on 55 + 40 · level
        //     nearest  ...47  ...114 ...154 ...194 ...234 ...255
        value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
      }
      let index = 16 + 36 * level(red) + 6 * level(green) + level(blue)
      return "\u{1B}[48;5;\(index)m\(block)\u{1B}[0m"
    case .trueColor:
      return "\u{1B}[48;2;\(red);\(green);\(blue)m\(block)\u{1B}[0m"
    }
  }
}
