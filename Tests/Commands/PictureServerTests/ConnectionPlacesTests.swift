internal import PictureServer
internal import Synchronization
internal import Testing

@Suite("Places for connections")
struct ConnectionPlacesTests {
  /// Remembers which connections were closed to make room.
  private final class Closed: Sendable {
    let names = Mutex<[String]>([])
  }

  private let closed = Closed()

  private func enter(_ places: ConnectionPlaces, _ client: String?, _ name: String) -> Int? {
    places.enter(client: client) { [closed] in closed.names.withLock { $0.append(name) } }
  }

  private var names: [String] { closed.names.withLock { $0 } }

  @Test("connections that wait make room, the oldest of the client with most first")
  func waiting() throws {
    let places = ConnectionPlaces(most: 4, mostOfClient: 3)
    for number in 1...3 { #expect(enter(places, "a", "a\(number)") != nil) }
    #expect(enter(places, "b", "b1") != nil)
    #expect(names.isEmpty)
    // Another client comes: of the one with three, the first goes.
    #expect(enter(places, "c", "c1") != nil)
    #expect(names == ["a1"] && places.count == 4)
  }

  @Test("a client with too many connections loses its own, and never those of others")
  func ofClient() throws {
    let places = ConnectionPlaces(most: 100, mostOfClient: 2)
    let other = try #require(enter(places, "b", "b1"))
    for number in 1...5 { #expect(enter(places, "a", "a\(number)") != nil) }
    #expect(names == ["a1", "a2", "a3"] && places.count == 3)
    places.leave(other)
    #expect(places.count == 2)
  }

  @Test("connections with a request in work are not closed; then a new one is refused")
  func working() throws {
    let places = ConnectionPlaces(most: 3, mostOfClient: 2)
    let first = try #require(enter(places, "a", "a1"))
    let second = try #require(enter(places, "a", "a2"))
    places.begin(first)
    places.begin(second)
    #expect(enter(places, "a", "a3") == nil)
    let third = try #require(enter(places, "b", "b1"))
    places.begin(third)
    #expect(enter(places, "c", "c1") == nil)
    places.wait(second)
    #expect(enter(places, "c", "c2") != nil)
    #expect(names == ["a2"])
  }

  @Test("a proxy's connections are nobody's, and limited together only")
  func proxy() {
    let places = ConnectionPlaces(most: 5, mostOfClient: 1)
    for number in 1...5 { #expect(enter(places, nil, "\(number)") != nil) }
    #expect(names.isEmpty)
  }

  @Test(
    "addresses of one network are one client",
    arguments: [
      ("192.168.1.20", "192.168.1.20"), ("::ffff:192.168.1.20", "192.168.1.20"),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("2001:db8:1:2::7", "2001:db8:1:2::"),
      ("::1", "127.0.0.1"), ("", ""), ("nonsense", "nonsense"),
    ])
  func addresses(address: String, group: String) {
    #expect(ClientAddress.group(of: address) == group)
  }

  @Test("content that arrives too slowly is told from what is only slow")
  func pace() {
    var pace = ArrivalPace(ServerLimits())
    var found: [Bool] = []
    for bytes in [4999, 5000, 0] {
      pace.add(bytes)
      found.append(pace.isTooSlow())
    }
    #expect(found == [true, false, true])
  }

  @Test("dates are those of RFC 9110")
  func dates() {
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(951_827_696) == "Tue, 29 Feb 2000 12:34:56 GMT")
    #expect(HTTPDate.text().hasSuffix(" GMT"))
  }
}
