// truth: double-release line 73 callee
package main

import (
	"errors"
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
	d.id, d.terms = 0, d.terms[:0]
}

var docs = rcpool.Pool[doc]{Name: "docs"}

type shard struct {
	max  int
	docs []rcpool.Ref[doc]
}

var errFull = errors.New("shard is full")

func (s *shard) add(d rcpool.Ref[doc]) error {
	if len(s.docs) == s.max {
		d.Release()
		return errFull
	}
	s.docs = append(s.docs, d)
	return nil
}

func (s *shard) close() (terms int) {
	for _, d := range s.docs {
		terms += len(d.Value().terms)
		d.Release()
	}
	s.docs = nil
	return terms
}

type writer struct {
	shards []*shard
	lost   int
}

func tokenize(d *doc, text string) error {
	for _, t := range strings.Fields(text) {
		if len(t) > 16 {
			return fmt.Errorf("term %.8s… is too long", t)
		}
		d.terms = append(d.terms, strings.ToLower(t))
	}
	return nil
}

func (w *writer) index(id int, text string) error {
	d := docs.Get()
	d.Value().id = id
	if err := tokenize(d.Value(), text); err != nil {
		d.Release()
		return err
	}
	if err := w.shards[id%len(w.shards)].add(d); err != nil {
		w.lost++
		d.Release()
		return fmt.Errorf("document %d: %w", id, err)
	}
	return nil
}

func main() {
	w := &writer{shards: []*shard{{max: 2}, {max: 1}}}
	defer func() {
		fmt.Println("recovered:", recover())
		for _, s := range w.shards {
			fmt.Println(s.close())
		}
	}()
	for id, text := range []string{"The quick fox", "jumps", "over " + strings.Repeat("x", 20), "the dog", "again"} {
		if err := w.index(id, text); err != nil {
			fmt.Println(err)
		}
	}
}
