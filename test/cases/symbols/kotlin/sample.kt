@file:JvmName("Ledgers")

package org.example.ledger

import java.util.UUID
import kotlin.math.*
import org.example.store.Page as Sheet

/** The bound of a page. */
const val MAX_ENTRIES = 100

val names = listOf("a", "b")

private var counter: Int = 0

/** Another name. */
typealias Amount = Double

typealias Handler<T> = (T) -> Unit

/**
 * A line of a book.
 */
@Serializable
data class Entry(val id: String, @Transient val sum: Amount = 0.0) : Row(id), Comparable<Entry> {
    /** Computed. */
    val doubled: Amount
        get() = sum * 2

    var note: String = ""
        private set

    val plain = 1

    override fun compareTo(other: Entry): Int = sum.compareTo(other.sum)

    companion object {
        const val FIRST = "a"

        /** Makes one. */
        @JvmStatic
        fun of(id: String): Entry {
            return Entry(id)
        }
    }
}

open class Row(val id: String)

/** What posts. */
interface Poster<in T> : AutoCloseable {
    val limit: Int

    /** Only declared. */
    fun post(entry: T): Int

    fun flush() {
        close()
    }
}

fun interface Check {
    fun check(entry: Entry): Boolean
}

sealed class Shape {
    class Circle(val r: Double) : Shape()

    object Nothing : Shape()

    abstract fun area(): Double
}

sealed interface Event

/** One of two. */
enum class Side(val sign: Int) : Signed {
    /** Takes. */
    DEBIT(-1) {
        override fun label() = "d"
    },
    CREDIT(1);

    abstract fun label(): String

    fun flip(): Side {
        return if (this == DEBIT) CREDIT else DEBIT
    }
}

annotation class Audit(val what: String)

@JvmInline
value class Token(val raw: String)

/** Lives once. */
object Registry : Poster<Entry> {
    private val books = mutableMapOf<String, Book<Entry>>()

    override val limit = 3

    override fun post(entry: Entry): Int {
        books.getOrPut(entry.id) { Book(entry.id) }.add(entry)
        return books.size
    }

    override fun close() {}
}

/**
 * Keeps accounts.
 */
abstract class Book<T : Any>(
    val name: String,
    private val poster: Poster<T>? = null,
) : Base<T>(name), Poster<T> by poster!!, Iterable<T> where T : Comparable<T> {
    private val entries = ArrayList<T>()

    init {
        require(name.isNotEmpty()) { "empty" }
    }

    /** Makes an empty one. */
    constructor() : this("none") {
        counter++
    }

    @Deprecated("old")
    internal suspend inline fun <reified R> add(entry: T, crossinline then: (T) -> R): R? {
        val audit = fun(e: T): Boolean {
            return check(e)
        }
        val later = { e: T ->
            audit(e)
        }
        fun local(n: Int): Int {
            return n + 1
        }
        later(entry)
        local(abs(counter))
        entries.forEach { e -> check(e) }
        entries.add(entry)
        return poster?.let { it.post(entry); then(entry) }
    }

    // A plain comment right above.
    protected abstract fun check(entry: T): Boolean

    operator fun plus(other: Book<T>) = this

    infix fun joins(other: Book<T>): Boolean = other.name == name

    val listener = object : Listener(), Check {
        override fun check(entry: Entry): Boolean {
            return entry.sum > 0
        }
    }

    /** An inner class. */
    inner class Cursor : Iterator<T> {
        override fun hasNext() = false

        override fun next(): T = throw NoSuchElementException()
    }

    companion object Factory {
        fun open() = Registry
    }
}

/** An extension function. */
fun String.toEntry(): Entry = Entry(this)

fun <T> List<T>.second(): T {
    return this[1]
}

fun Map<String, Entry>?.orNone() = this ?: emptyMap()

val String.lastOne: Char
    get() = this[length - 1]

var Entry.tag: String
    get() = note
    set(value) {
        println(value)
    }

tailrec fun count(
    n: Int,
    total: Int = 0,
): Int = if (n == 0) total else count(n - 1, total + n)

fun main() {
    val id = UUID.randomUUID().toString()
    println("$id ${id.toEntry()}")
    Sheet(id) joins Sheet(id)
}
