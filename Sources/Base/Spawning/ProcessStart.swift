package import CLibrary
internal import CSpawningShims

/// How a child process starts: which descriptors it has, in which folder and process group.
///
/// Signals that this process blocks or ignores do what they do by default in the child, so that they
/// can end it.
///
/// ```swift
/// var start = ProcessStart(leadsGroup: true)
/// start.open("/dev/null", as: 0, O_RDONLY)
/// var child: pid_t = 0
/// let code = start.spawn(&child, "/bin/true", arguments: ["true"], environment: [])
/// ```
package struct ProcessStart: ~Copyable {
  #if canImport(Darwin)
    /// What is done to descriptors between the start and the program's first instruction.
    package typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    private static func none() -> (FileActions, Attributes) { (nil, nil) }
  #else
    /// What is done to descriptors between the start and the program's first instruction.
    package typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    private static func none() -> (FileActions, Attributes) {
      (posix_spawn_file_actions_t(), posix_spawnattr_t())
    }
  #endif

  private var actions: FileActions
  private var attributes: Attributes

  /// Describes a start that keeps this process's descriptors and folder.
  ///
  /// - Parameters:
  ///   - leadsGroup: whether the child has a process group of its own. Ctrl-C then reaches this
  ///     process only, which ends its children in order.
  ///   - leadsSession: whether the child has a session and a process group of its own. It has no
  ///     terminal then: a program that asks for a password there fails at once, while one in a group
  ///     that is not in the foreground would be stopped and wait for ever.
  ///   - closesUnnamed: whether macOS closes every descriptor that no action names; without effect
  ///     elsewhere.
  package init(leadsGroup: Bool, leadsSession: Bool = false, closesUnnamed: Bool = false) {
    (actions, attributes) = Self.none()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    var noSignals = sigset_t()
    var allSignals = sigset_t()
    sigemptyset(&noSignals)
    sigfillset(&allSignals)
    // execve keeps blocked and ignored signals: a child of a process that blocks SIGTERM
    // could not be ended by it.
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setsigdefault(&attributes, &allSignals)
    // 0: a new group, with the child's own number.
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if leadsSession {
      flags |= cspawning_session_flag()
    } else if leadsGroup {
      flags |= POSIX_SPAWN_SETPGROUP
    }
    #if canImport(Darwin)
      if closesUnnamed { flags |= POSIX_SPAWN_CLOEXEC_DEFAULT }
    #endif
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
  }

  deinit {
    var (actions, attributes) = (actions, attributes)
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  /// Lets the child have a file under a descriptor.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - descriptor: the child's descriptor.
  ///   - flags: as `open` takes them.
  package mutating func open(_ path: String, as descriptor: Int32, _ flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0)
  }

  /// Drops what the child writes to a descriptor.
  package mutating func discard(_ descriptor: Int32) { open("/dev/null", as: descriptor, O_WRONLY) }

  /// Lets the child have a descriptor of this process, or an earlier one of its own, under a number.
  package mutating func duplicate(_ descriptor: Int32, as number: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, number)
  }

  /// Adds actions that only some systems have.
  package mutating func withActions(_ add: (inout FileActions) -> Void) { add(&actions) }

  /// Naps of a millisecond in which a program that is open for writing may be closed.
  private static let mostNaps = 5000

  /// Starts the program, at the addresses that ``AddressPlacement/ofChildren`` says.
  ///
  /// A program that this process has just written may still be open for writing in a child that
  /// another thread is starting: Linux then refuses it as busy (ETXTBSY) until that child executes its
  /// own program and so loses the descriptor. The start is tried again for five seconds.
  ///
  /// - Parameters:
  ///   - child: becomes the child's identifier, where it starts.
  ///   - program: the path of an executable file; `PATH` is not searched.
  ///   - arguments: its arguments, its own name first.
  ///   - environment: all of its variables, as "NAME=value".
  /// - Returns: 0, or the number of the error.
  package mutating func spawn(
    _ child: inout pid_t, _ program: String, arguments: [String], environment: [String]
  ) -> Int32 {
    // Copies that live as long as the calls: the pointers of temporary strings would not.
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    var naps = 0
    while true {
      var code: Int32 = 0
      AddressPlacement.ofChildren.during { _ in
        code = posix_spawn(&child, program, &actions, &attributes, &argv, &envp)
      }
      guard code == ETXTBSY, naps < Self.mostNaps else { return code }
      naps += 1
      usleep(1000)
    }
  }
}
