// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// The names and types are those of Arrow's structs.

internal import CDominantColor
internal import CLibrary

// Every exported struct owns its memory through `private_data`, as Arrow's specification asks:
// its release function releases its children, and frees all.

extension ArrowColumn {
  /// Hands the type over; the caller releases it.
  func export(schema: UnsafeMutablePointer<ArrowSchema>) {
    let children = ArrowChildren(children) { child, place in child.export(schema: place) }
    let owner = ArrowSchemaOwner(format: format, name: name, children: children)
    var exported = ArrowSchema()
    exported.format = UnsafePointer(owner.format)
    exported.name = UnsafePointer(owner.name)
    exported.flags = Int64(ARROW_FLAG_NULLABLE)
    exported.n_children = Int64(children.list.count)
    exported.children = children.list.baseAddress
    exported.release = { ArrowSchema.giveBack($0) }
    exported.private_data = Unmanaged.passRetained(owner).toOpaque()
    schema.initialize(to: exported)
  }

  /// Hands the values over; the caller releases them.
  func export(array: UnsafeMutablePointer<ArrowArray>) {
    let validity = validity
    let nullCount = validity.count { !$0 }
    let children = ArrowChildren(children) { child, place in child.export(array: place) }
    let owner = ArrowArrayOwner(
      buffers: [nullCount == 0 ? nil : Self.bits(validity)] + buffers.map { $0 },
      children: children)
    var exported = ArrowArray()
    exported.length = Int64(validity.count)
    exported.null_count = Int64(nullCount)
    exported.n_buffers = Int64(owner.buffers.count)
    exported.n_children = Int64(children.list.count)
    exported.buffers = owner.buffers.baseAddress
    exported.children = children.list.baseAddress
    exported.release = { ArrowArray.giveBack($0) }
    exported.private_data = Unmanaged.passRetained(owner).toOpaque()
    array.initialize(to: exported)
  }
}

/// What Arrow's two structs have in common.
private protocol ArrowStruct {
  var private_data: UnsafeMutableRawPointer! { get set }
  /// Clears the release function, as a struct that was released must.
  mutating func markReleased()
  /// Calls the release function of a struct, if it has one.
  static func release(_ pointer: UnsafeMutablePointer<Self>)
}

extension ArrowStruct {
  /// Releases an exported struct: its children, and the memory behind it.
  static func giveBack(_ pointer: UnsafeMutablePointer<Self>?) {
    guard let pointer, let data = pointer.pointee.private_data else { return }
    // SAFETY: `private_data` is an owner that was retained when the struct was exported, released
    // once.
    // Children first: the owner's memory has their list, and goes at the end of this
    // statement.
    Unmanaged<ArrowOwner<Self>>.fromOpaque(data).takeRetainedValue().children.release()
    pointer.pointee.markReleased()
    pointer.pointee.private_data = nil
  }
}

extension ArrowSchema: ArrowStruct {
  fileprivate mutating func markReleased() { release = nil }
  fileprivate static func release(_ pointer: UnsafeMutablePointer<ArrowSchema>) {
    pointer.pointee.release?(pointer)
  }
}

extension ArrowArray: ArrowStruct {
  fileprivate mutating func markReleased() { release = nil }
  fileprivate static func release(_ pointer: UnsafeMutablePointer<ArrowArray>) {
    pointer.pointee.release?(pointer)
  }
}

/// The children of an exported struct.
private struct ArrowChildren<Struct: ArrowStruct> {
  let list: UnsafeMutableBufferPointer<UnsafeMutablePointer<Struct>?>

  /// Exports columns, each to a place of its own.
  init(_ columns: [ArrowColumn], export: (ArrowColumn, UnsafeMutablePointer<Struct>) -> Void) {
    list = .allocate(capacity: columns.count)
    for (index, column) in columns.enumerated() {
      let place = UnsafeMutablePointer<Struct>.allocate(capacity: 1)
      export(column, place)
      list.initializeElement(at: index, to: place)
    }
  }

  func release() {
    for case let child? in list {
      // A consumer may have moved a child away, which clears its release function.
      Struct.release(child)
      child.deallocate()
    }
    list.deallocate()
  }
}

/// The memory behind an exported struct.
private class ArrowOwner<Struct: ArrowStruct> {
  final let children: ArrowChildren<Struct>

  init(_ children: ArrowChildren<Struct>) { self.children = children }
}

/// The memory behind an exported schema.
private final class ArrowSchemaOwner: ArrowOwner<ArrowSchema> {
  let format: UnsafeMutablePointer<CChar>?
  let name: UnsafeMutablePointer<CChar>?

  init(format: String, name: String, children: ArrowChildren<ArrowSchema>) {
    self.format = strdup(format)
    self.name = strdup(name)
    super.init(children)
  }

  deinit {
    free(format)
    free(name)
  }
}

/// The memory behind an exported array.
private final class ArrowArrayOwner: ArrowOwner<ArrowArray> {
  let buffers: UnsafeMutableBufferPointer<UnsafeRawPointer?>

  /// Copies buffers to where Arrow recommends them: aligned to 64 bytes, padded to as many.
  init(buffers: [[UInt8]?], children: ArrowChildren<ArrowArray>) {
    self.buffers = .allocate(capacity: buffers.count)
    for (index, bytes) in buffers.enumerated() {
      self.buffers.initializeElement(
        at: index,
        to: bytes.map { bytes in
          let memory = UnsafeMutableRawPointer.allocate(
            // Never 0 bytes: a buffer of an empty column is there, too.
            byteCount: (bytes.count + 64) / 64 * 64, alignment: 64)
          // SAFETY: the memory just allocated holds that many bytes.
          memory.copyMemory(from: bytes, byteCount: bytes.count)
          return UnsafeRawPointer(memory)
        })
    }
    super.init(children)
  }

  deinit {
    for buffer in buffers { buffer?.deallocate() }
    buffers.deallocate()
  }
}
