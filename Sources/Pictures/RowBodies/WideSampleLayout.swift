/// How the samples of a filtered pixel of 16 bits a sample become RGBA.
///
/// A filter works on each byte apart from the others, so that the high and the low bytes of samples
/// are unfiltered as if each were a picture: ``HighBytes`` and ``LowBytes``.
public protocol WideSampleLayout {
  /// Bytes of a pixel in the file.
  static var byteCount: Int { get }
  /// The bits of a finished pixel that are set whatever the file says: alpha where it has none.
  static var opaque: UInt32 { get }
  /// The pixel of every second byte from an address on.
  ///
  /// Reads at most ``byteCount`` bytes.
  static func pixel(ofEverySecondFrom address: UnsafePointer<UInt8>) -> UInt32
}

/// The high bytes of samples of 16 bits, which come first.
public enum HighBytes<Wide: WideSampleLayout>: SampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { Wide.byteCount }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { Wide.opaque }
  /// The pixel at an address.
  @inlinable @inline(__always)
  public static func pixel(at address: UnsafePointer<UInt8>) -> UInt32 {
    Wide.pixel(ofEverySecondFrom: address)
  }
}

/// The low bytes of samples of 16 bits.
public enum LowBytes<Wide: WideSampleLayout>: SampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { Wide.byteCount }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { Wide.opaque }
  /// The pixel at an address.
  @inlinable @inline(__always)
  public static func pixel(at address: UnsafePointer<UInt8>) -> UInt32 {
    Wide.pixel(ofEverySecondFrom: address + 1)
  }
}

/// Grey of 16 bits.
public enum WideGrey: WideSampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { 2 }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { 0xFF00_0000 }
  /// The pixel of every second byte.
  @inlinable @inline(__always)
  public static func pixel(ofEverySecondFrom address: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(address.pointee) &* 0x0001_0101
  }
}

/// Grey and alpha of 16 bits each.
public enum WideGreyAlpha: WideSampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { 4 }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { 0 }
  /// The pixel of every second byte.
  @inlinable @inline(__always)
  public static func pixel(ofEverySecondFrom address: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(address.pointee) &* 0x0001_0101 | UInt32(address[2]) &<< 24
  }
}

/// Red, green and blue of 16 bits each.
public enum WideRGB: WideSampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { 6 }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { 0xFF00_0000 }
  /// The pixel of every second byte.
  @inlinable @inline(__always)
  public static func pixel(ofEverySecondFrom address: UnsafePointer<UInt8>) -> UInt32 {
    //   bytes  R · G · B ·
    //
    // Every second one is a low byte; the last one is not read.
    let four = UInt32(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt32.self))
    return four & 0xFF | four &>> 8 & 0xFF00 | UInt32(address[4]) &<< 16
  }
}

/// Red, green, blue and alpha of 16 bits each.
public enum WideRGBA: WideSampleLayout {
  /// Bytes of a pixel in the file.
  @inlinable public static var byteCount: Int { 8 }
  /// The bits of alpha where the file has none.
  @inlinable public static var opaque: UInt32 { 0 }
  /// The pixel of every second byte.
  @inlinable @inline(__always)
  public static func pixel(ofEverySecondFrom address: UnsafePointer<UInt8>) -> UInt32 {
    //     bytes      R · G · B · A ·
    //     masked     R 0 G 0 B 0 A 0
    //     pairs      R G 0 0 B A 0 0
    //     the four   R G B A 0 0 0 0
    let eight = UInt64(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt64.self))
    var bytes = eight & 0x00FF_00FF_00FF_00FF
    bytes = (bytes | bytes &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bytes | bytes &>> 16)
  }
}
