public import CRowShims

/// How the samples of a filtered pixel become RGBA.
public protocol SampleLayout {
  /// Bytes of a pixel in the file.
  static var byteCount: Int { get }
  /// The bits of a finished pixel that are set whatever the file says: alpha where it has none.
  static var opaque: UInt32 { get }
  /// The pixel at an address, with what is of no importance in the bits that ``opaque`` sets.
  ///
  /// Reads 4 bytes at most.
  static func pixel(at address: UnsafePointer<UInt8>) -> UInt32
  /// Whether ``readEight(_:at:step:)`` is there and pays.
  static var hasEight: Bool { get }
  /// Eight pixels of each of eight rows, turned: a vector has one of each row.
  ///
  /// Reads these pixels alone.
  ///
  /// - Parameters:
  ///   - eight: room for eight vectors.
  ///   - address: the first pixel of the first row.
  ///   - step: from one row's first pixel to the next one's.
  static func readEight(
    _ eight: UnsafeMutablePointer<crow_u32x8>, at address: UnsafePointer<UInt8>, step: Int)
}

extension SampleLayout {
  /// No.
  @inlinable @inline(__always) public static var hasEight: Bool { false }
  /// Nothing.
  @inlinable @inline(__always)
  public static func readEight(
    _ eight: UnsafeMutablePointer<crow_u32x8>, at address: UnsafePointer<UInt8>, step: Int
  ) {}
}

/// Grey.
public enum GreySamples: SampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { 1 }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { 0xFF00_0000 }
  /// The pixel at an address.
  @inlinable @inline(__always)
  public static func pixel(at address: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(address.pointee) &* 0x0001_0101
  }
  /// Where a vector has more than 16 bytes.
  @inlinable @inline(__always) public static var hasEight: Bool { crow_has_eight() != 0 }
  /// Eight pixels of each of eight rows.
  @inlinable @inline(__always)
  public static func readEight(
    _ eight: UnsafeMutablePointer<crow_u32x8>, at address: UnsafePointer<UInt8>, step: Int
  ) {
    crow_read_one(eight, address, step)
  }
}

/// Grey and alpha.
public enum GreyAlphaSamples: SampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { 2 }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { 0 }
  /// The pixel at an address.
  @inlinable @inline(__always)
  public static func pixel(at address: UnsafePointer<UInt8>) -> UInt32 {
    // The product has the grey in each of three bytes; nothing is carried, because a byte
    // fits one.
    UInt32(address.pointee) &* 0x0001_0101 | UInt32(address[1]) &<< 24
  }
}

/// Red, green and blue.
public enum RGBSamples: SampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { 3 }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { 0xFF00_0000 }
  /// The pixel at an address.
  @inlinable @inline(__always)
  public static func pixel(at address: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt32.self))
  }
  /// Where a vector has more than 16 bytes.
  @inlinable @inline(__always) public static var hasEight: Bool { crow_has_eight() != 0 }
  /// Eight pixels of each of eight rows.
  @inlinable @inline(__always)
  public static func readEight(
    _ eight: UnsafeMutablePointer<crow_u32x8>, at address: UnsafePointer<UInt8>, step: Int
  ) {
    crow_read_three(eight, address, step)
  }
}

/// Red, green, blue and alpha.
public enum RGBASamples: SampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { 4 }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { 0 }
  /// The pixel at an address.
  @inlinable @inline(__always)
  public static func pixel(at address: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt32.self))
  }
  /// Where a vector has more than 16 bytes.
  @inlinable @inline(__always) public static var hasEight: Bool { crow_has_eight() != 0 }
  /// Eight pixels of each of eight rows.
  @inlinable @inline(__always)
  public static func readEight(
    _ eight: UnsafeMutablePointer<crow_u32x8>, at address: UnsafePointer<UInt8>, step: Int
  ) {
    crow_read_four(eight, address, step)
  }
}
