// A licence that belongs to nobody.
using System;
using System.Collections.Generic;
using static System.Math;
using Rows = System.Collections.Generic.List<int>;
global using System.Linq;

[assembly: CLSCompliant(true)]

namespace Example.Ledger
{
    /// <summary>Handles one.</summary>
    public delegate int Handler<in T>(T entry, int more = 0);

    /// <summary>
    /// Keeps accounts.
    /// </summary>
    [Serializable]
    [Obsolete("old")]
    public abstract partial class Book<T> : Base<T>, IPoster, IEnumerable<T> where T : class, new()
    {
        /// <summary>The bound of a page.</summary>
        public const int MaxEntries = 100;
        public const string First = "a", Second = "b";
        internal static readonly Rows Empty = new Rows();
        private readonly List<T> entries = new();
        private int counter;

        /// <summary>Told at each change.</summary>
        public event EventHandler Changed;

        public event Handler<T> Posted
        {
            add { Register(value); }
            remove { }
        }

        static Book()
        {
            Console.WriteLine("once");
        }

        /// <summary>Makes one.</summary>
        public Book(string name) : base(name)
        {
            Name = name;
        }

        ~Book()
        {
            Dispose(false);
        }

        /// <summary>Its name.</summary>
        [Required]
        public string Name { get; private set; } = "main";

        public int Count => entries.Count;

        protected virtual int Level
        {
            get { return Compute(counter); }
            set { counter = value; }
        }

        public T this[int index]
        {
            get => entries[index];
            set => entries[index] = value;
        }

        /// <summary>Posts.</summary>
        [Audit("post")]
        public virtual int Post(T entry, params int[] more)
        {
            if (entry is null) throw new ArgumentNullException(nameof(entry));
            entries.Add(entry);
            Action audit = () =>
            {
                Audit(entry);
            };
            audit();
            Changed?.Invoke(this, EventArgs.Empty);
            entries.ForEach(e => Audit(e));
            entries.Sort(delegate (T a, T b) { return Compare(a, b); });
            int Twice(int n)
            {
                return n * 2;
            }
            static int Half(int n) => n / 2;
            return Max(Twice(1), Half(2)) + this.Post<int>(3).Value;
        }

        // A plain comment right above.
        protected abstract void Audit(T entry);

        public Box<TOut> Post<TOut>(TOut value) where TOut : struct => new Box<TOut>(value);

        IEnumerator<T> IEnumerable<T>.GetEnumerator() => entries.GetEnumerator();

        async Task<int> RunAsync(CancellationToken token = default)
        {
            await Task.Delay(1, token).ConfigureAwait(false);
            return entries.Select(e => e.GetHashCode()).Sum();
        }

        public static Book<T> operator +(Book<T> left, Book<T> right)
        {
            return left;
        }

        public static implicit operator int(Book<T> book) => book.Count;

        [DllImport("native.dll")]
        private static extern int Clock(
            int unit,
            out long ticks);

        /// <summary>A nested one.</summary>
        private sealed class Cursor : IEnumerator<T>
        {
            public T Current { get; }

            public bool MoveNext() => false;

            private struct Deep
            {
                public void Reach() { }
            }
        }
    }

    public partial class Book<T>
    {
        partial void OnClosed();
    }

    /// <summary>What posts.</summary>
    public interface IPoster : IDisposable
    {
        int Limit { get; }

        /// <summary>Closes.</summary>
        void Close();

        bool Open() => true;
    }

    /// <summary>A row.</summary>
    public record Entry(string Id, double Sum) : Row(Id), IComparable<Entry>
    {
        public static readonly Entry None = new("", 0);

        public int CompareTo(Entry other) => Sum.CompareTo(other.Sum);
    }

    public readonly record struct Point(int X, int Y);

    public record Row(string Id);

    public readonly struct Box<T>
    {
        public Box(T value)
        {
            Value = value;
        }

        public T Value { get; }
    }

    [Flags]
    public enum Side : byte
    {
        /// <summary>Takes.</summary>
        Debit = 1,
        Credit = 2,
    }

    public static class BookExtensions
    {
        /// <summary>An extension method.</summary>
        public static int Total<T>(this Book<T> book, Func<T, int> by) where T : class, new()
        {
            return book.Sum(by);
        }
    }

    namespace Inner
    {
        internal class AuditAttribute : Attribute
        {
            public AuditAttribute(string what) { }
        }
    }
}

namespace Example.Other
{
    #region Program
    public class Program
    {
        public static void Main(string[] args)
        {
            var book = new Example.Ledger.Point(1, 2);
            Console.WriteLine($"{book.ToString()}");
        }
    }
    #endregion
}
