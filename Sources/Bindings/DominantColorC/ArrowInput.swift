internal import CDominantColor

/// A borrowed column of binary values in Arrow's C data interface.
struct ArrowBinaryColumn {
  /// How values lie in memory.
  private enum Layout {
    case offsets32
    case offsets64
    case views
  }

  let count: Int
  private let layout: Layout
  private let offset: Int
  private let validity: UnsafePointer<UInt8>?
  /// Offsets or views.
  private let places: UnsafeRawPointer?
  /// The values' bytes; of views those that are longer than twelve bytes.
  private let data: [UnsafeRawPointer?]
  /// Bytes in each of `data`, for views.
  private let dataLengths: [Int64]

  /// Checks what can be checked: the type, and that the buffers are there.
  init(
    _ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?
  ) throws(Failure) {
    guard let schema, let array else { throw .invalid("The input array or its schema is NULL.") }
    guard schema.pointee.release != nil, array.pointee.release != nil else {
      throw .invalid("The input array or its schema was released already.")
    }
    let format = schema.pointee.format.map { String(cString: $0) } ?? ""
    guard schema.pointee.dictionary == nil, array.pointee.dictionary == nil else {
      throw .invalid("The input is dictionary-encoded. Cast it to binary first.")
    }
    switch format {
    case "z": layout = .offsets32
    case "Z": layout = .offsets64
    case "vz": layout = .views
    default:
      throw .invalid(
        "The input has the Arrow format '\(format)'. Cast it to binary ('z'), large binary ('Z') "
          + "or binary view ('vz') first.")
    }
    guard array.pointee.length >= 0, array.pointee.offset >= 0,
      let buffers = array.pointee.buffers, array.pointee.n_buffers >= 3
    else { throw .invalid("The input array does not have the buffers of its type.") }
    let all = (0..<Int(array.pointee.n_buffers)).map { buffers[$0] }
    (count, offset) = (Int(array.pointee.length), Int(array.pointee.offset))
    // SAFETY: by Arrow's specification the first buffer holds a bit for each value, or is NULL.
    validity =
      array.pointee.null_count == 0 ? nil : all[0]?.assumingMemoryBound(to: UInt8.self)
    places = all[1]
    guard count == 0 || places != nil else {
      throw .invalid("The input array does not have the buffers of its type.")
    }
    if layout == .views {
      data = Array(all[2..<(all.count - 1)])
      // SAFETY: by Arrow's specification the last buffer holds the lengths of the data buffers.
      let lengths = all[all.count - 1]?.assumingMemoryBound(to: Int64.self)
      dataLengths = data.indices.map { lengths?[$0] ?? 0 }
    } else {
      (data, dataLengths) = ([all[2]], [])
    }
  }

  /// A value; `nil` for null.
  ///
  /// - Throws: `Failure` for a value whose place contradicts the column.
  func value(at row: Int) throws(Failure) -> UnsafeRawBufferPointer? {
    let index = offset + row
    // The offset counts bits and entries alike: a slice shares its buffers with the whole.
    if let validity, validity[index / 8] >> (index % 8) & 1 == 0 { return nil }
    guard let places else { return nil }
    // SAFETY: the producer promises `offset + count` entries, and one more of offsets.
    switch layout {
    case .offsets32:
      let offsets = places.assumingMemoryBound(to: Int32.self)
      return try slice(Int64(offsets[index]), Int64(offsets[index + 1]))
    case .offsets64:
      let offsets = places.assumingMemoryBound(to: Int64.self)
      return try slice(offsets[index], offsets[index + 1])
    case .views:
      return try view(places + 16 * index)
    }
  }

  private func slice(_ start: Int64, _ end: Int64) throws(Failure) -> UnsafeRawBufferPointer {
    guard 0 <= start, start <= end else {
      throw .invalid("The input array's offsets \(start) and \(end) are out of order.")
    }
    // SAFETY: offsets that rise lie inside the data, as the producer promises.
    return UnsafeRawBufferPointer(
      start: data[0].map { $0 + Int(start) }, count: data[0] == nil ? 0 : Int(end - start))
  }

  /// A value of a view: up to twelve bytes in place, more in one of the data buffers.
  private func view(_ place: UnsafeRawPointer) throws(Failure) -> UnsafeRawBufferPointer {
    //     16 bytes    [ length | up to 12 bytes of the value             ]
    //     or          [ length | first 4 bytes | buffer | offset, each 4 ]
    let length = Int(place.load(as: Int32.self))
    if (0...12).contains(length) { return UnsafeRawBufferPointer(start: place + 4, count: length) }
    let buffer = Int(place.load(fromByteOffset: 8, as: Int32.self))
    let start = Int(place.load(fromByteOffset: 12, as: Int32.self))
    guard length > 0, data.indices.contains(buffer), let base = data[buffer], start >= 0,
      start + length <= Int(dataLengths[buffer])
    else { throw .invalid("A view of the input array points outside its data.") }
    return UnsafeRawBufferPointer(start: base + start, count: length)
  }
}
