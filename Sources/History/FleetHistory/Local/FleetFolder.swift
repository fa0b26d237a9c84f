internal import Files
package import TimingHistory

/// The files on this machine that belong to a history on a server: one for each class of machines.
///
/// What is measured goes into the file of the machine's class first, and from there to the server;
/// what other machines of the class measured comes from the server into the same file. Commands read
/// and write that file, so they never wait for the server, and series of different classes never
/// meet.
package struct FleetFolder: Equatable, Sendable {
  /// Where the files are.
  package let path: String

  /// The folder of a server's history.
  ///
  /// - Parameters:
  ///   - address: The server and the database.
  ///   - state: The folder of the program's state files.
  package init(of address: FleetAddress, in state: String) {
    let place = Self.plain(address.description.replacing("local socket", with: "local"), limit: 40)
    path = "\(state)/fleet/\(place)-\(address.key)"
  }

  /// The file of a class.
  package func file(of machineClass: MachineClass) -> String {
    "\(path)/\(Self.plain(machineClass.name, limit: 40))-\(machineClass.key).sqlite"
  }

  /// Opens the file of a class, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - machineClass: The class.
  ///   - machine: This machine, for runs that are recorded.
  /// - Returns: The file's history.
  /// - Throws: `HistoryError`, with the file untouched.
  package func open(
    _ machineClass: MachineClass, machine: MachineIdentity? = nil
  ) throws(HistoryError) -> HistoryStore {
    // A folder that cannot be made shows when the file in it is opened.
    try? makeFolder(at: path, access: .owner)
    let store = try HistoryStore(path: file(of: machineClass), machine: machine)
    if try store.sharing(.machineClass) == nil {
      try store.setSharing(.machineClass, machineClass.name)
    }
    return store
  }

  /// The classes that have a file here, by name.
  ///
  /// - Throws: `HistoryError` when a file cannot be read.
  package func classes() throws(HistoryError) -> [MachineClass] {
    var classes: [MachineClass] = []
    for name in names(inFolder: path) ?? [] where name.hasSuffix(".sqlite") {
      let store = try HistoryStore(path: "\(path)/\(name)")
      if let known = try store.sharing(.machineClass) { classes.append(MachineClass(name: known)) }
      try store.close()
    }
    return classes.sorted { $0.name < $1.name }
  }

  /// A text as a part of a file's name: letters, digits and single dashes.
  static func plain(_ text: String, limit: Int) -> String {
    let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == ".") }
    return String(words.joined(separator: "-").prefix(limit))
  }
}
