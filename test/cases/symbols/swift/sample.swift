import Foundation
import struct Geometry.Vector
@testable import Harbour

/// Where ships lie.
public let pier = "A"
var waiting: [Ship] = []
let shout: (String) -> String = { text in
    text.uppercased()
}

var harbourIsFull: Bool {
    waiting.count > 10
}

infix operator <+>: AdditionPrecedence

public typealias Cargo = [String: Int]

/// What can be moored.
/// It has a name.
public protocol Moored: AnyObject, Sendable {
    associatedtype Berth
    static var limit: Int { get }
    var name: String { get set }
    init(name: String)
    func moor(at berth: Berth) throws -> Bool
    subscript(index: Int) -> Berth { get }
}

/**
 A ship of the harbour.
 */
@available(iOS 13, *)
open class Ship: NSObject, Codable {
    static let maximum = 40
    private var cargo: Cargo = [:]
    public var flag: String?

    // In metres.
    var length: Double {
        get { metres }
        set { metres = newValue }
    }

    var metres: Double = 0 {
        didSet {
            log(metres)
        }
    }

    lazy var papers: [String] = {
        return read("papers")
    }()

    /// Makes a ship.
    public required init(name: String) {
        super.init()
        self.flag = name
    }

    convenience init?(code: Int) {
        guard code > 0 else { return nil }
        self.init(name: String(code))
    }

    deinit {
        cargo.removeAll()
    }

    @discardableResult
    @objc(loadCargo:count:)
    public func load(_ item: String, count: Int = 1) async throws -> Int {
        func check(_ value: Int) -> Bool {
            return value > 0
        }
        let twice = { (n: Int) -> Int in
            return n * 2
        }
        if check(count) {
            cargo[item, default: 0] += twice(count)
        }
        waiting.sorted { $0.length < $1.length }.forEach { ship in
            ship.unload()
        }
        return try await Dock.shared.crane(1).lift(item)
    }

    class func register(ship: Ship) {}

    override func unload() {
        super.unload()
    }

    subscript(item: String) -> Int {
        return cargo[item] ?? 0
    }

    static func == (left: Ship, right: Ship) -> Bool {
        left.length == right.length
    }

    struct Hold<Item: Hashable> where Item: Codable {
        var items: Set<Item> = []

        mutating func add(_ item: Item) {
            items.insert(item)
        }
    }
}

public enum Signal: String, CaseIterable {
    case stop, go
    case wait = "w"

    indirect enum Tree {
        case leaf
        case node(Tree, Tree)
    }

    var isMoving: Bool { self == .go }
}

actor Dock {
    static let shared = Dock()

    nonisolated func crane(_ number: Int) -> Crane {
        Crane(number: number)
    }
}

final class Crane {
    let number: Int
    init(number: Int) { self.number = number }
    func lift(_ item: String) -> Int { number }
}

extension Ship: Moored, CustomStringConvertible {
    public var description: String {
        "ship \(name(of: self))"
    }

    func moor(at berth: Int) throws -> Bool { true }
}

extension Array where Element == Ship {
    func longest() -> Ship? {
        self.max { $0.length < $1.length }
    }
}

func <+> (left: Cargo, right: Cargo) -> Cargo {
    left.merging(right) { $0 + $1 }
}

private func name<T: Moored>(of thing: T) -> String where T.Berth == Int {
    return thing.name
}

#if DEBUG
func debugHarbour() {
    print("""
    func notAFunction() {}
    """)
}
#endif

let home = Ship(name: "home")
home.unload()
