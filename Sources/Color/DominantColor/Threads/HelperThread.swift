#if canImport(Glibc)
  internal import CLibrary
  internal import CProcessors
  internal import Dispatch
  internal import Synchronization

  /// A worker thread, which counts bands for callers.
  ///
  /// After a call it spins for 50 µs, then sleeps, so that calls which follow each other, for a folder
  /// of pictures or the frames of a film, need not wake it. A call can be taken back until the thread
  /// begins with it: a caller who has counted all bands by then does not wait. A sleeping thread is
  /// woken on another processor than the caller's, where there is one.
  final class HelperThread: Sendable {
    private enum State: UInt8, AtomicRepresentable {
      /// Waiting for a call: spinning, or sleeping on the semaphore.
      case awake, asleep
      /// A caller holds it, and is about to call or to release it.
      case claimed
      /// Called, and not begun.
      case called
      /// At work.
      case busy
    }

    private struct Call {
      let job: BandJob
      let worker: Int
    }

    private let state = Atomic(State.awake)
    private let call = Mutex<Call?>(nil)
    private let wake = DispatchSemaphore(value: 0)
    /// The system's name for it, known before it first sleeps.
    private let thread = Atomic<pthread_t>(0)

    /// Starts a thread; `nil` where the system has none.
    static func start() -> HelperThread? {
      let helper = HelperThread()
      // Signals of the process are for its own threads.
      var (all, before) = (sigset_t(), sigset_t())
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      var attributes = pthread_attr_t()
      guard pthread_attr_init(&attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
      var thread = pthread_t()
      // The thread never ends, and keeps it forever.
      let context = Unmanaged.passRetained(helper)
      let code = pthread_create(
        &thread, &attributes,
        { context in
          // SAFETY: `context` is the helper retained above.
          if let context { Unmanaged<HelperThread>.fromOpaque(context).takeUnretainedValue().run() }
          return nil
        }, context.toOpaque())
      guard code == 0 else {
        context.release()
        return nil
      }
      cprocessors_run_elsewhere(thread)
      return helper
    }

    /// Calls the thread, unless another caller holds it; whether it was called.
    func begin(_ job: BandJob, as worker: Int) -> Bool {
      let isAwake = change(from: .awake, to: .claimed)
      guard isAwake || change(from: .asleep, to: .claimed) else { return false }
      call.withLock { $0 = Call(job: job, worker: worker) }
      job.noteCalled()
      state.store(.called, ordering: .releasing)
      if !isAwake {
        cprocessors_run_elsewhere(thread.load(ordering: .relaxed))
        wake.signal()
      }
      return true
    }

    /// Takes a job back that the thread was called for and has not begun with.
    func takeBack(_ job: BandJob) {
      guard change(from: .called, to: .claimed) else { return }
      // It may have finished this job, and been called for another.
      let isOwn = call.withLock { call in
        guard call?.job === job else { return false }
        call = nil
        return true
      }
      // One that is just being woken finds no call, and goes to sleep again.
      state.store(isOwn ? .awake : .called, ordering: .releasing)
      if isOwn { job.noteFinished() }
    }

    private func change(from old: State, to new: State) -> Bool {
      state.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
        .exchanged
    }

    private func run() {
      thread.store(pthread_self(), ordering: .relaxed)
      while true {
        awaitCall()
        guard change(from: .called, to: .busy), let call = call.withLock({ $0.take() }) else {
          continue
        }
        call.job.work(as: call.worker)
        state.store(.awake, ordering: .releasing)
        call.job.noteFinished()
      }
    }

    /// How long a thread spins before it sleeps: about as long as waking it takes.
    private static let awakeMicroseconds: UInt64 = 50

    /// Returns once there is, or was, a call.
    private func awaitCall() {
      var pause = ShortPause(microseconds: Self.awakeMicroseconds)
      while state.load(ordering: .acquiring) != .called {
        if pause.isLong(), change(from: .awake, to: .asleep) {
          wake.wait()
          pause = ShortPause(microseconds: Self.awakeMicroseconds)
        }
      }
    }
  }

  extension HelperThread {
    /// Every thread that was started; as many as were ever wanted at once.
    private static let started = Mutex<[HelperThread]>([])
    /// One for each bit of a set but one.
    private static let most = 63

    /// Works through a job on the calling thread, and on as many others as are free.
    static func work(on job: BandJob, workers: Int) {
      let wanted = min(workers - 1, most)
      let helpers = started.withLock { threads in
        while threads.count < wanted, let thread = start() { threads.append(thread) }
        return threads
      }
      var (called, count) = (UInt64(0), 0)
      for (index, helper) in helpers.enumerated() where count < wanted {
        guard helper.begin(job, as: count + 1) else { continue }
        called |= 1 << UInt64(index)
        count += 1
      }
      job.work(as: 0)
      for (index, helper) in helpers.enumerated() where called >> UInt64(index) & 1 == 1 {
        helper.takeBack(job)
      }
      job.end()
    }
  }
#endif
