/*
 * A licence that belongs to nobody.
 */
package org.example.ledger;

import java.util.*;
import java.util.List;
import java.util.function.Function;
import static java.lang.Math.max;
import static java.util.Collections.*;

/**
 * Keeps accounts.
 *
 * @param <T> what is kept
 */
@Deprecated
@SuppressWarnings({"unchecked", "rawtypes"})
public abstract class Sample<T extends Comparable<T>> extends Base<T> implements Poster, Comparable<Sample<T>> {
    /** The bound of a page. */
    public static final int MAX_ENTRIES = 100;
    static final String FIRST = "a", SECOND = "b";
    private static int counter;
    private final List<T> entries = new ArrayList<>();
    protected String name = "main";

    static {
        counter = 1;
        System.loadLibrary("ledger");
    }

    {
        name = "instance";
    }

    /** Makes one. */
    public Sample(String name) {
        super(name);
        this.name = name;
    }

    protected Sample() {
        this("none");
    }

    /**
     * Posts.
     */
    @Override
    public int post(final Entry entry, int... more) throws LedgerException, IllegalStateException {
        if (entry == null) {
            throw new LedgerException("none");
        }
        Runnable audit = () -> {
            audit(entry);
        };
        audit.run();
        entries.forEach(e -> check(e));
        entries.forEach(this::check);
        return max(entries.size(), this.size());
    }

    @Override public int size() { return entries.size(); }

    // A plain comment right above.
    private void check(T value) {
        Objects.requireNonNull(value).compareTo(value);
    }

    abstract void audit(Entry entry);

    public native long clock();

    static synchronized <K, V extends Number> Map<K, V> mapOf(
        List<K> keys,
        Function<? super K, ? extends V> by
    ) {
        Map<K, V> out = new HashMap<>();
        for (K key : keys) {
            out.put(key, by.apply(key));
        }
        return out;
    }

    public int compareTo(Sample<T> other) {
        Comparator<Sample<T>> byName = new Comparator<Sample<T>>() {
            @Override
            public int compare(Sample<T> a, Sample<T> b) {
                return a.name.compareTo(b.name);
            }
        };
        class Local {
            int twice(int n) { return n * 2; }
        }
        return byName.compare(this, other) + new Local().twice(0);
    }

    /** An inner class. */
    public class Cursor implements Iterator<T> {
        private int at;

        @Override
        public boolean hasNext() {
            return at < entries.size();
        }

        @Override
        public T next() {
            return entries.get(at++);
        }

        class Deep {
            void reach() { Sample.this.size(); }
        }
    }

    static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Closed(String message) { super(message); }
    }
}

/** What posts. */
@FunctionalInterface
interface Poster extends AutoCloseable, Audited {
    int LIMIT = 3;

    /** Posts one. */
    int post(Entry entry, int... more) throws LedgerException;

    default void close() {
        flush();
    }

    static Poster none() {
        return (entry, more) -> 0;
    }

    private void flush() {}
}

/** A row. */
record Entry(String id, @Nullable Double sum) implements Comparable<Entry> {
    static final Entry EMPTY = new Entry("", 0.0);

    Entry {
        Objects.requireNonNull(id);
    }

    Entry(String id) {
        this(id, 0.0);
    }

    public int compareTo(Entry other) {
        return id.compareTo(other.id);
    }
}

/** One of two. */
enum Side implements Signed {
    /** Takes. */
    DEBIT("d") {
        @Override
        public int sign() { return -1; }
    },
    CREDIT("c");

    private final String code;

    Side(String code) {
        this.code = code;
    }

    public int sign() {
        return 1;
    }

    enum Inner { A, B }
}

/** Marks what is audited. */
@Retention(RetentionPolicy.RUNTIME)
@interface Audit {
    String value() default "";

    int[] levels() default {1, 2};
}

sealed interface Shape permits Circle, Square {}

non-sealed class Circle implements Shape {
    double area(double r) { return Math.PI * r * r; }
}

final class Square implements Shape {}
