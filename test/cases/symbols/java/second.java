package ferry.tickets;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Sells tickets; one office a harbour. */
public abstract class Office<T extends Office.Ticket> implements Closeable {
    private final List<T> sold = new ArrayList<>();

    /** What a passenger holds. */
    public interface Ticket extends Comparable<Ticket> {
        int price();

        default boolean isFree() {
            return price() == 0;
        }

        @Override
        default int compareTo(Ticket other) {
            return Integer.compare(price(), other.price());
        }
    }

    public record Single(String from, String to, int price) implements Ticket {
        public Single {
            if (price < 0) throw new IllegalArgumentException("price");
        }

        static Single free(String from, String to) {
            return new Single(from, to, 0);
        }
    }

    public enum Reduction {
        NONE(1.0),
        CHILD(0.5) {
            @Override
            double factor() {
                return Math.max(0.1, super.factor());
            }
        };

        private final double factor;

        Reduction(double factor) {
            this.factor = factor;
        }

        double factor() {
            return factor;
        }
    }

    @interface Audited {
        String by() default "office";
    }

    protected Office(String harbour) {
        this.harbour = harbour;
    }

    private final String harbour;

    static {
        System.setProperty("ferry.tickets", "on");
    }

    protected abstract T print(String to, Reduction reduction) throws IOException;

    @Audited(by = "till")
    public synchronized T sell(String to, Reduction reduction) throws IOException {
        T ticket = print(to, reduction);
        sold.add(ticket);
        return ticket;
    }

    public <R> List<R> report(Function<? super T, ? extends R> line) {
        var lines = new ArrayList<R>();
        sold.stream().sorted(Comparator.naturalOrder()).forEach(ticket -> lines.add(line.apply(ticket)));
        return lines;
    }

    public int[] prices() {
        return sold.stream().mapToInt(Ticket::price).toArray();
    }

    @Override
    public void close() {
        new Thread() {
            @Override
            public void run() {
                sold.clear();
            }
        }.start();
    }
}

class Counter extends Office<Office.Single> {
    Counter(String harbour) {
        super(harbour);
    }

    @Override
    protected Single print(String to, Reduction reduction) {
        return new Single("here", to, (int) (900 * reduction.factor()));
    }
}
