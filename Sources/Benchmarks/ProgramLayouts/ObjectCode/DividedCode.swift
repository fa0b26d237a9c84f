/// The functions of one section of code, where it is certain where each begins and ends, and what it
/// refers to.
///
/// Compilers that are not asked for function sections put all functions of a file into one, and the
/// assembler fills in the distances between them. To compare two functions that lie at other
/// distances, every such distance has to be found: the instructions of each function are read from
/// its first to its last byte. A section is not divided, and then compared as a whole, where that does
/// not come out even, where something else than filler lies between functions, or where a distance
/// leads out of the section.
struct DividedCode: Sendable {
  /// A distance that the assembler filled in, to another function of the section.
  struct Branch: Equatable, Sendable {
    /// Where it is written, from the beginning of its function.
    let place: Range<Int>
    /// Where it leads, from the beginning of the section.
    let target: Int
  }

  struct Function: Sendable {
    /// Where it is in the section.
    let range: Range<Int>
    /// What the linker fills in, at offsets in the section.
    let relocations: ArraySlice<ObjectFile.Relocation>
    /// The distances to other functions, in their order.
    let branches: [Branch]
    /// How far it is from the place of a relocation to the end of its instruction, where that is
    /// what a distance counts from.
    let ends: [UInt64: Int]
  }

  /// The functions, by rising places.
  let functions: [Function]

  /// Divides a section; `nil` where that cannot be done for certain.
  ///
  /// - Parameters:
  ///   - index: the section.
  ///   - file: the file that it is in.
  /// - Complexity: O(*n* log *n*) in the size of the section.
  init?(section index: Int, of file: ObjectFile) {
    let section = file.sections[index]
    guard file.machine == .x86, section.flags.contains(.executable),
      section.flags.contains(.allocated), section.size < Int(Int32.max),
      let ranges = Self.ranges(of: file, index), !ranges.isEmpty
    else { return nil }
    let code = file.contents[section.bytes]
    guard code.count == section.size else { return nil }
    var end = 0
    //     section   | function | filler | function | function | filler |
    //
    // Functions may touch, but neither overlap nor leave bytes that are not filler.
    for range in ranges {
      guard range.lowerBound >= end, range.upperBound <= section.size,
        Self.isFiller(code, end..<range.lowerBound)
      else { return nil }
      end = range.upperBound
    }
    guard Self.isFiller(code, end..<section.size) else { return nil }
    var functions: [Function] = []
    var next = section.relocations.startIndex
    for range in ranges {
      let first = next
      while next < section.relocations.endIndex,
        section.relocations[next].offset < UInt64(range.upperBound)
      {
        guard section.relocations[next].offset >= UInt64(range.lowerBound) else { return nil }
        next += 1
      }
      guard
        let function = Self.function(
          range, of: code, relocations: section.relocations[first..<next], ranges)
      else { return nil }
      functions.append(function)
    }
    guard next == section.relocations.endIndex else { return nil }
    self.functions = functions
  }

  /// The function that holds an offset in the section.
  func function(at offset: Int) -> Function? {
    var low = functions.startIndex
    var high = functions.endIndex
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < functions.endIndex, functions[low].range.contains(offset) else { return nil }
    return functions[low]
  }

  /// Where functions lie by their symbols; several names of one place count once.
  private static func ranges(of file: ObjectFile, _ section: Int) -> [Range<Int>]? {
    var found: Set<Range<Int>> = []
    for symbol in file.symbols where symbol.place == .section(section) && symbol.isFunction {
      guard symbol.size > 0, let start = Int(exactly: symbol.value),
        let size = Int(exactly: symbol.size), start <= Int.max - size
      else { return nil }
      found.insert(start..<start + size)
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  private static func isFiller(_ code: ArraySlice<UInt8>, _ range: Range<Int>) -> Bool {
    let end = code.startIndex + range.upperBound
    var place = code.startIndex + range.lowerBound
    while place < end {
      guard let instruction = X86Instruction(code, at: place), instruction.isFiller else {
        return false
      }
      place += instruction.length
    }
    return place == end
  }

  private static func function(
    _ range: Range<Int>, of code: ArraySlice<UInt8>,
    relocations: ArraySlice<ObjectFile.Relocation>, _ ranges: [Range<Int>]
  ) -> Function? {
    let relocated = Set(relocations.map(\.offset))
    var branches: [Branch] = []
    var ends: [UInt64: Int] = [:]
    var place = range.lowerBound
    while place < range.upperBound {
      guard let instruction = X86Instruction(code, at: code.startIndex + place) else { return nil }
      let end = place + instruction.length
      if let distance = instruction.distance {
        // A distance counts from the end of its instruction:
        //
        //     place                start            end
        //     | opcode, operands … | distance, 1 or 4 | the next one …      target = end + distance
        let start = place + distance.lowerBound
        // The linker writes this one, by a relocation that counts from where it is written:
        // what lies between is kept.
        if relocated.contains(UInt64(start)) {
          ends[UInt64(start)] = end - start
        } else {
          let target = end + number(code, start, distance.count)
          // Within the function it is the same wherever the function lies.
          if !range.contains(target) {
            guard ranges.contains(where: { $0.contains(target) }) else { return nil }
            let written = start - range.lowerBound
            branches.append(
              Branch(place: written..<written + distance.count, target: target))
          }
        }
      }
      place = end
    }
    guard place == range.upperBound else { return nil }
    for relocation in relocations
    where RelocationKind.countsFromInstruction(relocation.type) && ends[relocation.offset] == nil {
      return nil
    }
    return Function(range: range, relocations: relocations, branches: branches, ends: ends)
  }

  /// A signed number of 1 or 4 bytes.
  private static func number(_ code: ArraySlice<UInt8>, _ offset: Int, _ size: Int) -> Int {
    let start = code.startIndex + offset
    if size == 1 { return Int(Int8(bitPattern: code[start])) }
    var value: UInt32 = 0
    for index in 0..<4 { value |= UInt32(code[start + index]) << (8 * UInt32(index)) }
    return Int(Int32(bitPattern: value))
  }
}
