/// What clients may cost, together and each.
package struct ServerLimits: Sendable {
  /// The most bytes of a file that is sent.
  package var fileBytes = 64_000_000
  /// The most megapixels of a picture.
  package var megapixels = 100
  /// The most megabytes of memory of each process that reads a picture.
  package var workerMegabytes = 700
  /// The most seconds of processor time for decoding a picture.
  package var decodingSeconds = 20
  /// The most seconds from the beginning of the work on a picture to its end.
  package var workSeconds = 60
  /// Pictures that are worked on at the same time.
  package var jobs = 2
  /// Pictures that wait for that; more are turned away.
  package var waitingJobs = 16
  /// The most seconds that a picture waits.
  package var waitingSeconds = 10
  /// Files that arrive at the same time.
  package var uploads = 16
  /// Of these, the files of one client.
  package var uploadsOfClient = 4
  /// The pieces of work that a client may ask for at once, after a pause.
  package var burst = 60
  /// The pieces of work a second that a client may ask for on and on.
  package var rate = 4.0
  /// The connections that are open at the same time.
  package var connections = 256
  /// Of these, the connections of one client.
  package var connectionsOfClient = 64
  /// The most seconds between the beginning of a connection, or the end of an answer, and the end of the
  /// next request's header.
  package var headerSeconds = 15
  /// How often it is looked at whether a request's content arrives fast enough, in seconds.
  package var paceSeconds = 5
  /// The fewest bytes of content a second.
  package var leastBytesASecond = 1000
  /// The most seconds during which a client takes nothing of its answer.
  package var answerSeconds = 60
  /// The most bytes of a request's header.
  package var headerBytes = 16_384
  /// The most bytes of small pictures of the gallery that are kept.
  package var galleryBytes = 24_000_000

  /// The usual limits.
  package init() {}
}
