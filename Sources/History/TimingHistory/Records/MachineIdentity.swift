internal import Hashing

/// A machine that measures: which one it is, its name, and what its times compare with.
package struct MachineIdentity: Hashable, Sendable {
  /// Sixteen or more characters that no other machine has.
  package let id: String
  /// Its name for people.
  package let name: String
  /// The class that its times are compared in.
  package let machineClass: MachineClass

  package init(id: String, name: String, machineClass: MachineClass) {
    self.id = id
    self.name = name
    self.machineClass = machineClass
  }

  /// Makes the identity of the machine that a secret of its own stands for.
  ///
  /// The secret is only hashed: `machine-id(5)` asks not to publish it as it is.
  ///
  /// - Parameters:
  ///   - secret: The text of `/etc/machine-id`, or another text that stays the same.
  ///   - name: The machine's name for people.
  ///   - machineClass: The class that its times are compared in.
  package init(secret: String, name: String, machineClass: MachineClass) {
    let text = "swift-dominant-color machine\n" + secret
    self.init(
      id: String(SHA256.hex(Array(text.utf8)).prefix(32)), name: name,
      machineClass: machineClass)
  }
}
