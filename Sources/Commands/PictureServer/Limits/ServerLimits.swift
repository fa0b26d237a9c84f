/// What clients may cost, together and each.
public struct ServerLimits: Sendable {
  /// The most bytes of a file that is sent.
  public var fileBytes = 64_000_000
  /// The most megapixels of a picture.
  public var megapixels = 100
  /// The most megabytes of memory of each process that reads a picture.
  public var workerMegabytes = 700
  /// The most seconds of processor time for decoding a picture.
  public var decodingSeconds = 20
  /// The most seconds from the beginning of the work on a picture to its end.
  public var workSeconds = 60
  /// Pictures that are worked on at the same time.
  public var jobs = 2
  /// Pictures that wait for that; more are turned away.
  public var waitingJobs = 16
  /// The most seconds that a picture waits.
  public var waitingSeconds = 10
  /// Files that arrive at the same time.
  public var uploads = 16
  /// Of these, the files of one client.
  public var uploadsOfClient = 4
  /// The pieces of work that a client may ask for at once, after a pause.
  public var burst = 60
  /// The pieces of work a second that a client may ask for on and on.
  public var rate = 4.0
  /// The connections that are open at the same time.
  public var connections = 256
  /// Of these, the connections of one client.
  public var connectionsOfClient = 64
  /// The most seconds between the beginning of a connection, or the end of an answer, and the end of the
  /// next request's header.
  public var headerSeconds = 15
  /// How often it is looked at whether a request's content arrives fast enough, in seconds.
  public var paceSeconds = 5
  /// The fewest bytes of content a second.
  public var leastBytesASecond = 1000
  /// The most seconds during which a client takes nothing of its answer.
  public var answerSeconds = 60
  /// The most bytes of a request's header.
  public var headerBytes = 16_384
  /// The most bytes of small pictures of the gallery that are kept.
  public var galleryBytes = 24_000_000

  /// The usual limits.
  public init() {}
}
