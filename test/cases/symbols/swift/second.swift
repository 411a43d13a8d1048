import Foundation

/// What a tide table says about one moment.
struct Tide: Codable, Hashable {
    enum Kind: String, Codable {
        case high, low
    }

    let kind: Kind
    var height: Double {
        didSet { precondition(height < 20) }
    }

    init(kind: Kind, height: Double) {
        self.kind = kind
        self.height = height
    }

    init?(line: String) {
        let parts = line.split(separator: " ")
        guard parts.count == 2, let height = Double(parts[1]) else { return nil }
        self.init(kind: parts[0] == "H" ? .high : .low, height: height)
    }

    static func < (left: Tide, right: Tide) -> Bool {
        left.height < right.height
    }
}

protocol TideSource: AnyObject {
    associatedtype Place
    var name: String { get }
    func tides(at place: Place, on day: Date) async throws -> [Tide]
}

extension TideSource {
    func highest(at place: Place, on day: Date) async throws -> Tide? {
        try await tides(at: place, on: day).max(by: <)
    }
}

enum SourceError: Error {
    case unreachable(URL)
    case garbled(line: Int)

    var isTemporary: Bool {
        if case .unreachable = self { return true }
        return false
    }
}

final class FileSource: TideSource {
    typealias Place = String
    let name = "file"
    private var cache: [String: [Tide]] = [:]

    deinit {
        cache.removeAll()
    }

    subscript(place: String) -> [Tide] {
        get { cache[place] ?? [] }
        set { cache[place] = newValue }
    }

    func tides(at place: String, on day: Date) async throws -> [Tide] {
        func parse(_ text: String) throws -> [Tide] {
            try text.split(separator: "\n").enumerated().map { index, line in
                guard let tide = Tide(line: String(line)) else { throw SourceError.garbled(line: index) }
                return tide
            }
        }
        return try parse(String(contentsOfFile: place))
    }

    @discardableResult
    class func warm<S: Sequence>(_ places: S) -> Int where S.Element == String {
        places.reduce(0) { count, _ in count + 1 }
    }
}

actor Gauge {
    private var readings: [Double] = []

    func add(_ reading: Double) {
        readings.append(reading)
    }

    nonisolated func describe() -> String { "gauge" }
}

#if os(Linux)
func localTimeZone() -> TimeZone { TimeZone(identifier: "UTC")! }
#else
func localTimeZone() -> TimeZone { .current }
#endif
