internal import ArgumentParser
internal import ColorIndex
internal import FilePalettes
internal import Processors

/// What `showhide find` was asked for, checked.
struct FindPlan: Sendable {
  let folder: String
  /// The colour; `nil` where a picture is given.
  let query: ColorQuery?
  let reach: Double
  let limit: Int
  let format: FoundFormat
  let request: PaletteRequest
}

/// A search of the index of a folder.
struct FindRun {
  let plan: FindPlan
  let index: String?
  /// The picture whose like is wanted.
  let like: String?

  /// Searches.
  ///
  /// - Throws: ``CommandFailure`` where the index or the picture cannot be read.
  func run() async throws -> [FoundPicture] {
    let place = try IndexPlace(searching: plan.folder, index: index)
    let store = try IndexPlace.opening(place.path)
    if store.isOld {
      tell(
        "Warning: The index '\(place.path)' was made by an older version and knows eight colours of "
          + "each picture. Run 'showhide index' again to find all.")
    }
    let threads = ProcessorCount.usable
    let found: [PackedPalettes.Found]
    if let query = plan.query {
      let table: PackedTones
      do {
        table = try store.toneTable(inFolder: place.subfolder)
      } catch {
        throw CommandFailure(error)
      }
      found = await table.pictures(matching: query, threads: threads)
    } else {
      let entry = try plan.request.readPalette(of: Input(path: like ?? "-"))
      guard let query = PaletteTransport(from: IndexedPalette(entry.palette)) else {
        throw CommandFailure.noInput(entry.path, "the picture has no colours to compare.")
      }
      let table = try table(store, place)
      found = await table.pictures(
        like: query, within: plan.reach, limit: plan.limit, threads: threads)
    }
    let wanted = found.prefix(plan.limit)
    var pictures: [FoundPicture] = []
    for (match, picture) in zip(wanted, try Self.pictures(wanted.map(\.picture), store)) {
      // A picture may have been removed since the table was read.
      guard let picture else { continue }
      pictures.append(
        FoundPicture(
          path: place.shown(picture.path), picture: picture, distance: match.distance,
          share: match.share,
          matched: plan.query?.matched(in: picture.palette, picture.tones)))
    }
    return pictures
  }

  private func table(
    _ store: ColorIndexStore, _ place: IndexPlace
  ) throws(CommandFailure) -> PackedPalettes {
    do {
      return try store.searchTable(inFolder: place.subfolder)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func pictures(
    _ ids: [Int64], _ store: ColorIndexStore
  ) throws(CommandFailure) -> [IndexedPicture?] {
    do {
      return try store.pictures(ids)
    } catch {
      throw CommandFailure(error)
    }
  }
}
