// truth: correct

// Command generic-pool counts words with a typed pool on top of sync.Pool.
package main

import (
	"fmt"
	"maps"
	"strings"
	"sync"
)

// A Typed is a sync.Pool of *T.
type Typed[T any] struct {
	pool  sync.Pool
	reset func(*T)
}

func NewTyped[T any](make func() *T, reset func(*T)) *Typed[T] {
	t := &Typed[T]{reset: reset}
	t.pool.New = func() any { return make() }
	return t
}

// Lease returns an object and a function that gives it back.
func (t *Typed[T]) Lease() (*T, func()) {
	v := t.pool.Get().(*T)
	return v, func() {
		t.reset(v)
		t.pool.Put(v)
	}
}

// Do lends an object to f.
func (t *Typed[T]) Do(f func(*T)) {
	v, done := t.Lease()
	defer done()
	f(v)
}

type tally struct{ words map[string]int }

var tallies = NewTyped(
	func() *tally { return &tally{map[string]int{}} },
	func(t *tally) { clear(t.words) },
)

func (t *tally) add(text string) {
	for word := range strings.FieldsSeq(text) {
		t.words[strings.ToLower(word)]++
	}
}

func count(docs []string) map[string]int {
	parts := make(chan *tally)
	var giveBack []func()
	for _, doc := range docs {
		t, done := tallies.Lease()
		giveBack = append(giveBack, done)
		go func() {
			t.add(doc)
			parts <- t
		}()
	}
	total := map[string]int{}
	for range docs {
		for word, n := range (<-parts).words {
			total[word] += n
		}
	}
	for _, done := range giveBack {
		done()
	}
	return total
}

func top(docs []string) (best string) {
	tallies.Do(func(t *tally) {
		for _, doc := range docs {
			t.add(doc)
		}
		for word, n := range t.words {
			if n > t.words[best] || n == t.words[best] && word < best {
				best = word
			}
		}
	})
	return best
}

func main() {
	docs := []string{"to be or not to be", "That is the question", "be that as it may"}
	for range 5 {
		total := count(docs)
		if total["be"] != 3 || total["that"] != 2 {
			fmt.Println(total)
		}
	}
	fmt.Println(len(maps.Clone(count(docs))), top(docs))
}
