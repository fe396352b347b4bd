// truth: use-after-release line 61 callee

// An indexer collects documents and commits them.
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type doc struct {
	id    int
	terms []string
}

func (d *doc) Reset() {
	clear(d.terms)
	*d = doc{terms: d.terms[:0]}
}

var docs = rcpool.Pool[doc]{Name: "docs"}

type writer struct {
	buffered []rcpool.Ref[doc]
	terms    map[string][]int
	commits  int
}

func (w *writer) commit() {
	for _, d := range w.buffered {
		for _, t := range d.Value().terms {
			w.terms[t] = append(w.terms[t], d.Value().id)
		}
		d.Release()
	}
	w.buffered = w.buffered[:0]
	w.commits++
}

// seal ends a document that has no terms, and reports whether it was one.
func seal(d rcpool.Ref[doc]) bool {
	if len(d.Value().terms) > 0 {
		return false
	}
	d.Release()
	return true
}

func (w *writer) index(id int, text string) error {
	d := docs.Get()
	v := d.Value()
	v.id = id
	for _, f := range strings.Fields(text) {
		if len(f) > 2 {
			v.terms = append(v.terms, strings.ToLower(f))
		}
	}
	if seal(d) {
		return fmt.Errorf("document %d has no terms", v.id)
	}
	w.buffered = append(w.buffered, d)
	if len(w.buffered) == 3 {
		w.commit()
	}
	return nil
}

func main() {
	w := &writer{terms: map[string][]int{}}
	for i, text := range []string{"Reference counted pools", "of a", "Pools keep memory", "leaks lose memory", "a b c", "counted again"} {
		if err := w.index(i, text); err != nil {
			fmt.Println(err)
		}
	}
	w.commit()
	fmt.Println(w.commits, w.terms["pools"], w.terms["counted"])
}
