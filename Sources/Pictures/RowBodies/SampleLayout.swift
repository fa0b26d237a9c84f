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
}
