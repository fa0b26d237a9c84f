internal import CLibrary
internal import CDominantColor

// Every exported struct owns its memory through `private_data`, as Arrow's specification asks:
// its release function releases its children, and frees all.

extension ArrowColumn {
  /// Hands the type over; the caller releases it.
  func export(schema: UnsafeMutablePointer<ArrowSchema>) {
    let owner = ArrowSchemaOwner(format: format, name: name)
    let children = children
    let pointers = Self.makeList(children.count, of: ArrowSchema.self)
    for (index, child) in children.enumerated() {
      if let place = pointers[index] { child.export(schema: place) }
    }
    owner.children = pointers
    var exported = ArrowSchema()
    exported.format = UnsafePointer(owner.format)
    exported.name = UnsafePointer(owner.name)
    exported.flags = Int64(ARROW_FLAG_NULLABLE)
    exported.n_children = Int64(children.count)
    exported.children = pointers.baseAddress
    exported.release = { pointer in
      guard let pointer, let data = pointer.pointee.private_data else { return }
      // SAFETY: `private_data` is what was retained below, released once.
      Unmanaged<ArrowSchemaOwner>.fromOpaque(data).takeRetainedValue().releaseChildren()
      pointer.pointee.release = nil
      pointer.pointee.private_data = nil
    }
    exported.private_data = Unmanaged.passRetained(owner).toOpaque()
    schema.initialize(to: exported)
  }

  /// Hands the values over; the caller releases them.
  func export(array: UnsafeMutablePointer<ArrowArray>) {
    let validity = validity
    let nullCount = validity.count { !$0 }
    let owner = ArrowArrayOwner(
      buffers: [nullCount == 0 ? nil : Self.bits(validity)] + buffers.map { $0 })
    let children = children
    let pointers = Self.makeList(children.count, of: ArrowArray.self)
    for (index, child) in children.enumerated() {
      if let place = pointers[index] { child.export(array: place) }
    }
    owner.children = pointers
    var exported = ArrowArray()
    exported.length = Int64(validity.count)
    exported.null_count = Int64(nullCount)
    exported.n_buffers = Int64(owner.buffers.count)
    exported.n_children = Int64(children.count)
    exported.buffers = owner.buffers.baseAddress
    exported.children = pointers.baseAddress
    exported.release = { pointer in
      guard let pointer, let data = pointer.pointee.private_data else { return }
      // SAFETY: `private_data` is what was retained below, released once.
      Unmanaged<ArrowArrayOwner>.fromOpaque(data).takeRetainedValue().releaseChildren()
      pointer.pointee.release = nil
      pointer.pointee.private_data = nil
    }
    exported.private_data = Unmanaged.passRetained(owner).toOpaque()
    array.initialize(to: exported)
  }

  /// A list of pointers to as many structs, all zero.
  private static func makeList<Struct>(
    _ count: Int, of type: Struct.Type
  ) -> UnsafeMutableBufferPointer<UnsafeMutablePointer<Struct>?> {
    let list = UnsafeMutableBufferPointer<UnsafeMutablePointer<Struct>?>.allocate(capacity: count)
    for index in 0..<count {
      list.initializeElement(at: index, to: UnsafeMutablePointer<Struct>.allocate(capacity: 1))
    }
    return list
  }
}

/// The memory behind an exported schema.
private final class ArrowSchemaOwner {
  let format: UnsafeMutablePointer<CChar>?
  let name: UnsafeMutablePointer<CChar>?
  var children = UnsafeMutableBufferPointer<UnsafeMutablePointer<ArrowSchema>?>(
    start: nil, count: 0)

  init(format: String, name: String) {
    self.format = strdup(format)
    self.name = strdup(name)
  }

  func releaseChildren() {
    for case let child? in children {
      // A consumer may have moved a child away, which clears its release function.
      child.pointee.release?(child)
      child.deallocate()
    }
    children.deallocate()
  }

  deinit {
    free(format)
    free(name)
  }
}

/// The memory behind an exported array.
private final class ArrowArrayOwner {
  let buffers: UnsafeMutableBufferPointer<UnsafeRawPointer?>
  var children = UnsafeMutableBufferPointer<UnsafeMutablePointer<ArrowArray>?>(
    start: nil, count: 0)

  /// Copies buffers to where Arrow recommends them: aligned to 64 bytes, padded to as many.
  init(buffers: [[UInt8]?]) {
    self.buffers = .allocate(capacity: buffers.count)
    for (index, bytes) in buffers.enumerated() {
      self.buffers.initializeElement(
        at: index,
        to: bytes.map { bytes in
          let memory = UnsafeMutableRawPointer.allocate(
            byteCount: (bytes.count + 64) / 64 * 64, alignment: 64)
          // SAFETY: the memory just allocated holds that many bytes.
          memory.copyMemory(from: bytes, byteCount: bytes.count)
          return UnsafeRawPointer(memory)
        })
    }
  }

  func releaseChildren() {
    for case let child? in children {
      // A consumer may have moved a child away, which clears its release function.
      child.pointee.release?(child)
      child.deallocate()
    }
    children.deallocate()
  }

  deinit {
    for buffer in buffers { buffer?.deallocate() }
    buffers.deallocate()
  }
}
