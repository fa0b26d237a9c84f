/// Words and lists in brackets, as files of dune have them.
enum SExpression: Equatable {
  case word(String)
  case list([SExpression])

  /// The text of a word; `nil` for a list.
  var atom: String? { if case .word(let text) = self { text } else { nil } }

  /// The expressions of a text without comments; what is left open ends with it.
  static func all(in text: String) -> [SExpression] {
    var open: [[SExpression]] = [[]]
    var word = ""
    var isQuoted = false
    func end(_ word: inout String, _ open: inout [[SExpression]]) {
      if !word.isEmpty { open[open.count - 1].append(.word(word)) }
      word = ""
    }
    for character in text {
      if character == "\"" {
        isQuoted.toggle()
      } else if isQuoted {
        word.append(character)
      } else if character == "(" {
        end(&word, &open)
        open.append([])
      } else if character == ")" {
        end(&word, &open)
        if open.count > 1, let list = open.popLast() { open[open.count - 1].append(.list(list)) }
      } else if character.isWhitespace {
        end(&word, &open)
      } else {
        word.append(character)
      }
    }
    end(&word, &open)
    while open.count > 1, let list = open.popLast() { open[open.count - 1].append(.list(list)) }
    return open[0]
  }
}
