/// An image in memory: RGBA8, straight alpha, row-major, rows tightly packed.
///
/// A value: copies share memory until one of them is written to. Large images are placed on huge
/// pages where the system grants them, which makes reading them about 1.2 to 2 times as fast.
///
/// ```swift
/// var image = try ImageBuffer(width: 2, height: 1)
/// image[0, 0] = RGBA8(red: 255, green: 0, blue: 0)
/// image[0, 0].color.description  // "#ff0000"
/// ```
public struct ImageBuffer: Sendable {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  private var storage: PixelStorage

  /// Images of so many bytes or more are placed on huge pages.
  package static let hugePageBytes = PixelStorage.hugePage

  /// Makes an image of transparent black (all bytes zero).
  ///
  /// - Throws: ``ImageGeometryError/negativeSize(width:height:)`` or
  ///   ``ImageGeometryError/tooLarge(width:height:)``.
  /// - Complexity: O(1) from 2 MB up, where the system's zero pages are used; O(*n*) below.
  public init(width: Int, height: Int) throws(ImageGeometryError) {
    let byteCount = try ImageGeometryError.check(width: width, height: height, bytesPerRow: nil)
    guard let storage = PixelStorage(byteCount: byteCount) else {
      throw .tooLarge(width: width, height: height)
    }
    self.width = width
    self.height = height
    self.storage = storage
  }

  /// Copies a view into an image of its own, dropping row padding.
  ///
  /// - Throws: ``ImageGeometryError/tooLarge(width:height:)``.
  /// - Complexity: O(*n*) in pixels.
  public init(copying view: PixelView) throws(ImageGeometryError) {
    try self.init(width: view.width, height: view.height)
    guard !view.isEmpty else { return }
    for y in 0..<height {
      // SAFETY: the storage was just made with 4 × width bytes for each row, and the view promises
      // the same number readable at each of its rows.
      (storage.baseAddress + y * 4 * width).copyMemory(from: view.row(y), byteCount: 4 * width)
    }
  }

  /// Bytes from one row to the next: always `4 * width`.
  public var bytesPerRow: Int { 4 * width }

  /// Pixels in the image.
  public var pixelCount: Int { width * height }

  /// Bytes of pixels: `4 * width * height`.
  public var byteCount: Int { 4 * width * height }

  /// The pixel at a column and row, counted from the top left.
  ///
  /// - Complexity: O(1) to read; writing copies the image first when it is shared. Loops should
  ///   use ``withPixels(_:)`` and ``withMutableBytes(_:)``.
  public subscript(x: Int, y: Int) -> RGBA8 {
    get {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the image")
      // SAFETY: the index was checked against the storage's size.
      return (storage.baseAddress + 4 * (y * width + x)).loadUnaligned(as: RGBA8.self)
    }
    set {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the image")
      makeUnique()
      // SAFETY: the index was checked against the storage's size.
      (storage.baseAddress + 4 * (y * width + x)).storeBytes(of: newValue, as: RGBA8.self)
    }
  }

  /// Calls a body with the pixels for reading; the view must not escape.
  public func withPixels<Result, Failure: Error>(
    _ body: (PixelView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A view holds nothing: without this, the storage's last use would be before the body runs.
    defer { withExtendedLifetime(storage) {} }
    return try body(
      PixelView(baseAddress: UnsafeRawPointer(storage.baseAddress), width: width, height: height))
  }

  /// Calls a body with the bytes for writing (R, G, B, A, row by row); the pointer must not escape.
  public mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    makeUnique()
    // SAFETY: the storage is unshared and `byteCount` bytes long; it lives until `self` goes.
    defer { withExtendedLifetime(storage) {} }
    return try body(
      UnsafeMutableRawBufferPointer(start: storage.baseAddress, count: byteCount))
  }

  private mutating func makeUnique() {
    guard !isKnownUniquelyReferenced(&storage) else { return }
    guard let copy = PixelStorage(byteCount: byteCount) else {
      preconditionFailure("no memory to copy a shared image of \(byteCount) bytes")
    }
    copy.baseAddress.copyMemory(from: storage.baseAddress, byteCount: byteCount)
    storage = copy
  }
}

extension ImageBuffer: Equatable {
  /// Whether two images have the same shape and every byte is the same, hidden colours included.
  public static func == (left: ImageBuffer, right: ImageBuffer) -> Bool {
    guard left.width == right.width, left.height == right.height else { return false }
    if left.storage === right.storage { return true }
    return left.storage.hasSameBytes(as: right.storage, count: left.byteCount)
  }
}
