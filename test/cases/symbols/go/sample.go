// Package ledger keeps accounts; every construct a symbol reader must know stands here once.
package ledger

import (
	"context"
	"errors"
	"fmt"
	str "strings"

	_ "embed"
	. "math"
)

import "sort"

// MaxEntries bounds one page.
const MaxEntries = 100

const (
	// Debit takes.
	Debit Side = iota
	// Credit gives.
	Credit
	hidden, veiled = "h", "v"
)

// ErrClosed is told to those who come late.
var ErrClosed = errors.New("closed")

var (
	defaultBook = NewBook("main")
	counter     int
)

// Side is one of two.
type Side int

// Amount is another name for a float.
type Amount = float64

type (
	// Pair holds two of anything.
	Pair[K comparable, V any] struct {
		Key   K
		Value V
	}
	Names []string
	Lookup map[string]*Entry
)

// Entry is a line of a Book.
type Entry struct {
	Base
	*Book
	Sum  Amount `json:"sum"`
	Note string
	Hook func(e *Entry) error
}

type Base struct{ id int }

// Poster posts
// in more than one line.
type Poster interface {
	fmt.Stringer
	// Post takes an entry.
	Post(ctx context.Context, e *Entry) (int, error)
	Close() error
}

type Number interface {
	~int | ~float64
}

// Handler is a function type.
type Handler func(e *Entry) error

// Book is a struct with methods.
type Book struct {
	name    string
	entries []*Entry
}

// NewBook makes a book.
func NewBook(name string) *Book {
	return &Book{name: name}
}

// Post implements Poster.
//
//go:noinline
func (b *Book) Post(ctx context.Context, e *Entry) (int, error) {
	if e == nil {
		return 0, fmt.Errorf("post to %s: %w", b.name, ErrClosed)
	}
	b.entries = append(b.entries, e)
	defer b.flush()
	go func() {
		b.audit(ctx)
	}()
	return len(b.entries), nil
}

func (b *Book) flush() { counter++ }

func (Book) String() string { return "book" }

/* audit has a block
   comment. */
func (b *Book) audit(
	ctx context.Context,
) error {
	check := func(e *Entry) bool {
		return e.Sum > 0
	}
	for _, e := range b.entries {
		if !check(e) {
			return ErrClosed
		}
	}
	sort.Slice(b.entries, func(i, j int) bool { return b.entries[i].Sum < b.entries[j].Sum })
	return ctx.Err()
}

// Close closes.
func (b *Book) Close() error {
	type local struct{ n int }
	const limit = 3
	var l local
	l.n = limit
	return nil
}

// Swap turns a pair round.
func (p Pair[K, V]) Swap(f func(V) K) (V, K) {
	return p.Value, p.Key
}

func (p *Pair[K, _]) First() K { return p.Key }

// Map is generic.
func Map[T any, R any](in []T, f func(T) R) []R {
	out := make([]R, 0, len(in))
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

// A comment that belongs to nothing.

func Sum[N Number](values ...N) (total N) {
	for _, v := range values {
		total += v
	}
	return
}

// external is written in assembly.
func external(x, y int) int

var handlers = map[string]Handler{
	"log": func(e *Entry) error {
		fmt.Println(str.ToUpper(e.Note), Sqrt(float64(e.Sum)))
		return nil
	},
}

func init() {
	Map[int, string]([]int{1}, func(n int) string { return fmt.Sprint(n) })
	defaultBook.Post(context.Background(), &Entry{Sum: 1})
}

func main() {
	(func() { NewBook("x").Close() })()
}
