internal import CLibrary

/// Paths as texts, whatever their bytes are.
///
/// To Linux a name is bytes, and old disks and archives hold names that are not UTF-8. Such a byte
/// stands in a path's text as one of the 128 characters from U+10FE80 on, which are not in use: the
/// text goes back to exactly the bytes that it came from. Everything in this module, and what reads
/// and writes files through it, takes and gives paths in this way.
public enum PathText {
  /// What is added to a byte of 0x80 to 0xFF to make it a character.
  private static let base: UInt32 = 0x10FE00

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// The text of a path's bytes.
  ///
  /// - Complexity: O(*n*) in bytes.
  public static func decode(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    // Characters that stand for bytes begin with 0xF4, as few others do.
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var source = bytes.makeIterator()
    var parser = UTF8.ForwardParser()
    var offset = 0
    func escape(_ count: Int) {
      for byte in bytes[offset..<offset + count] {
        if let scalar = Unicode.Scalar(base + UInt32(byte)) { text.append(scalar) }
      }
    }
    while true {
      switch parser.parseScalar(from: &source) {
      case .emptyInput: return String(text)
      case .error(let length):
        escape(length)
        offset += length
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if byte(of: scalar) == nil { text.append(scalar) } else { escape(encoded.count) }
        offset += encoded.count
      }
    }
  }

  /// The bytes of a path, without an end mark.
  ///
  /// - Complexity: O(*n*) in bytes.
  public static func encode(_ path: String) -> [UInt8] {
    let bytes = Array(path.utf8)
    guard bytes.contains(0xF4) else { return bytes }
    return path.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(scalar.utf8)
    }
  }

  /// A text that is safe to show: control characters, and bytes that are not UTF-8, as `\x1b`.
  ///
  /// A name may hold what a terminal takes as a command. Line feeds and tabs are escaped too.
  public static func printable(_ path: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      let value = byte(of: scalar).map(UInt32.init) ?? scalar.value
      switch scalar.properties.generalCategory {
      case .format where value == 0x200C || value == 0x200D: text.append(scalar)  // in emoji
      case .control, .lineSeparator, .paragraphSeparator, .format:
        text.append(contentsOf: escape(value).unicodeScalars)
      case _ where value != scalar.value: text.append(contentsOf: escape(value).unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return value < 0x100
      ? "\\x" + String(repeating: "0", count: 2 - digits.count) + digits : "\\u{\(digits)}"
  }
}

/// A path as system calls take it: its bytes and a zero.
package func systemPath(_ path: String) -> [CChar] {
  PathText.encode(path).map { CChar(bitPattern: $0) } + [0]
}

extension CommandLine {
  /// The arguments that the process was started with, its name left out, as ``PathText`` gives
  /// them.
  public static var pathTexts: [String] {
    (1..<max(Int(argc), 1)).compactMap { index in
      // SAFETY: the system gives `argc` terminated strings, which last as long as the process.
      unsafeArgv[index].map { argument in
        PathText.decode(
          UnsafeBufferPointer(start: argument, count: strlen(argument)).lazy.map {
            UInt8(bitPattern: $0)
          })
      }
    }
  }
}
