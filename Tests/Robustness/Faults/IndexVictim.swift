internal import ColorIndex
internal import CommandTestSupport
internal import DominantColor
internal import Foundation
internal import ImageCodecs
internal import SyntheticImages

/// `showhide index`, by turns of a folder without an index and of one in which pictures have
/// changed.
struct IndexVictim: Victim {
  let name = "showhide index"
  let command: BuiltCommand
  private let folder: TemporaryFolder
  private var turn = 0
  /// What the index has to say of each picture.
  private var palettes: [String: IndexedPalette] = [:]

  private static let index = "many.sqlite"

  init(_ folder: TemporaryFolder) throws {
    command = try BuiltCommand("showhide")
    self.folder = folder
    for number in 0..<48 {
      guard let image = SyntheticImage.named(["photo", "noise"][number % 2])
      else {
        continue
      }
      let picture = try image.makeImage(width: 200 + number, height: 150)
      let name = "\(number % 3)/\(number).png"
      _ = try folder.write(PNGEncoder().encode(picture), to: "many/\(name)")
      palettes[name] = IndexedPalette(
        Dominant.palette(
          of: picture, options: PaletteOptions(count: IndexedPalette.mostSwatches)))
    }
  }

  var arguments: [String] { ["index", "many", "--index", Self.index, "--jobs", "2"] }

  private func known() throws -> [String: IndexedPalette] {
    let store = try ColorIndexStore(reading: folder.file(Self.index))
    let table = try store.searchTable()
    var known: [String: IndexedPalette] = [:]
    for (index, id) in table.pictures.enumerated() {
      guard let picture = try store.pictures([id])[0], picture.palette == table.palette(at: index)
      else {
        throw KillCheck.Finding("the search table disagrees about picture \(id)")
      }
      known[picture.path] = picture.palette
    }
    return known
  }

  func checkAfterKill() throws {
    // A kill at birth leaves no file, or one without a byte.
    guard folder.bytes(Self.index)?.isEmpty == false else { return }
    for (path, palette) in try known() where palettes[path] != palette {
      throw KillCheck.Finding("'\(path)' has other colours than its picture")
    }
  }

  mutating func checkAfterRun() throws {
    guard try known() == palettes else {
      throw KillCheck.Finding("the index does not say what the pictures do")
    }
    turn += 1
    if turn % 2 == 0 {
      try FileManager.default.removeItem(atPath: folder.file(Self.index))
    } else {
      for path in palettes.keys where path.hasPrefix("0/") {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -Double(100 * turn))],
          ofItemAtPath: folder.file("many/\(path)"))
      }
    }
  }
}
