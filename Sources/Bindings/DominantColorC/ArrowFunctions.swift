// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of C.

public import CDominantColor
internal import DominantColor
internal import Pixels

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_palettes_of_arrow(
  _ inputSchema: UnsafePointer<ArrowSchema>?, _ input: UnsafePointer<ArrowArray>?,
  _ options: UnsafePointer<dominantcolor_options>?,
  _ outputSchema: UnsafeMutablePointer<ArrowSchema>?, _ output: UnsafeMutablePointer<ArrowArray>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  outputSchema?.initialize(to: ArrowSchema())
  output?.initialize(to: ArrowArray())
  return reporting(to: error) { () throws(Failure) in
    guard let outputSchema, let output else {
      throw .invalid("There is no place for the output array or its schema: it is NULL.")
    }
    let request = try Request(options)
    let column = try ArrowBinaryColumn(inputSchema, input)
    var rows: [PaletteRow] = []
    rows.reserveCapacity(column.count)
    for row in 0..<column.count {
      do throws(Failure) {
        guard let bytes = try column.value(at: row) else {
          rows.append(.null)
          continue
        }
        rows.append(.answer(try request.answer(for: bytes)))
      } catch {
        rows.append(.failure(error))
      }
    }
    let table = ArrowColumn(palettes: rows)
    table.export(schema: outputSchema)
    table.export(array: output)
  }
}

/// What became of a row of the input.
private enum PaletteRow {
  case null
  case answer(Answer)
  case failure(Failure)

  var answer: Answer? { if case .answer(let answer) = self { answer } else { nil } }
  var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
  var isNull: Bool { if case .null = self { true } else { false } }
  var dominant: Swatch? { answer?.palette.dominant }
  var tally: PixelTally? { answer?.palette.tally }
}

extension ArrowColumn {
  /// The struct array that the header documents.
  fileprivate init(palettes rows: [PaletteRow]) {
    let swatches = rows.flatMap { $0.answer?.palette.swatches ?? [] }
    let swatch = ArrowColumn(
      name: "item",
      values: .structure(
        isPresent: swatches.map { _ in true },
        [
          ArrowColumn(name: "color", values: .text(swatches.map(\.color.description))),
          ArrowColumn(name: "count", values: .uint64(swatches.map(\.count))),
          ArrowColumn(name: "population", values: .float64(swatches.map(\.population))),
        ]))
    let warnings = rows.flatMap { $0.answer?.warnings ?? [] }
    let columns: [(String, Values)] = [
      ("color", .text(rows.map { $0.dominant?.color.description })),
      ("count", .uint64(rows.map { $0.dominant?.count })),
      ("population", .float64(rows.map { $0.dominant?.population })),
      ("swatches", .list(rows.map { $0.answer?.palette.swatches.count }, swatch)),
      ("counted", .uint64(rows.map { $0.tally?.counted })),
      ("transparent", .uint64(rows.map { $0.tally?.transparent })),
      ("filtered", .uint64(rows.map { $0.tally?.filtered })),
      ("width", .int64(rows.map { $0.answer.map { Int64($0.width) } })),
      ("height", .int64(rows.map { $0.answer.map { Int64($0.height) } })),
      ("exact", .bool(rows.map { $0.answer?.isExact })),
      ("absence", .text(rows.map { $0.answer?.palette.absence?.description })),
      (
        "warnings",
        .list(
          rows.map { $0.answer?.warnings.count },
          ArrowColumn(name: "item", values: .text(warnings.map { $0 })))
      ),
      (
        "status",
        .int32(rows.map { $0.isNull ? nil : Int32($0.failure?.status ?? DOMINANTCOLOR_OK) })
      ),
      ("error", .text(rows.map { $0.failure?.message })),
    ]
    self.init(
      name: "",
      values: .structure(
        isPresent: rows.map { !$0.isNull },
        columns.map { ArrowColumn(name: $0.0, values: $0.1) }))
  }
}
