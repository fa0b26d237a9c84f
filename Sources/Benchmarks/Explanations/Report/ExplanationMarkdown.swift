internal import MarkupEscaping

extension Explanation {
  /// The explanation as a part of a pull request's comment.
  package var markdown: String {
    var lines = ["**\(Markup.markdown(answer))**"]
    if !rows.isEmpty {
      lines += ["", "| exchanged alone | change | 99 % interval |", "| --- | ---: | ---: |"]
      lines += rows.map { row in
        "| \(Markup.markdown(row.part)) | \(row.change) | \(row.interval) |"
      }
    }
    if !differences.isEmpty {
      lines += ["", "<details><summary>\(Markup.markdown(differences[0]))</summary>", ""]
      lines += differences.dropFirst().map { "- " + Markup.markdown($0.trimmed) }
      lines += ["", "</details>"]
    }
    if ranLines.count > 1 {
      let summary = Markup.markdown(ranLines[0])
      lines += ["", "<details><summary>\(summary)</summary>", "", "```"]
      // No name ends the block.
      lines += ranLines.dropFirst().map { $0.replacing("`", with: "'") }
      lines += ["```", "", "</details>"]
    }
    if !notes.isEmpty { lines += [""] + notes.map { "- " + Markup.markdown($0.trimmed) } }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// Without the spaces at its beginning.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
