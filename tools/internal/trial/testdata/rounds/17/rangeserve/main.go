// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

type part struct {
	off  int
	data stdpool.ByteRef
}

type writer struct {
	parts chan part
	out   bytes.Buffer
	done  sync.WaitGroup
	fail  bool
}

func (w *writer) run() {
	defer w.done.Done()
	for p := range w.parts {
		if !w.fail {
			fmt.Fprintf(&w.out, "@%d %s\n", p.off, p.data.Value())
		}
		p.data.Release()
	}
}

type span struct{ from, to int }

var errRange = errors.New("range not satisfiable")

type object struct {
	data stdpool.ByteRef
}

func open(content string) *object {
	b := stdpool.Bytes(0)
	b.Grow(len(content))
	b.WriteString(content)
	return &object{data: b.Move()}
}

func (o *object) close() { o.data.Drop() }

// serve queues the ranges, all or none of them.
func (o *object) serve(w *writer, spans []span) (err error) {
	parts := make([]part, 0, len(spans))
	defer func() {
		if err != nil {
			for i := range parts {
				parts[i].data.Release()
			}
		}
	}()
	for _, s := range spans {
		if s.from > s.to || s.from < 0 || s.to > o.data.Len() {
			return fmt.Errorf("%d-%d: %w", s.from, s.to, errRange)
		}
		parts = append(parts, part{s.from, o.data.Slice(s.from, s.to)})
	}
	for _, p := range parts {
		w.parts <- p
	}
	return nil
}

func main() {
	w := &writer{parts: make(chan part, 2)}
	w.done.Add(1)
	go w.run()
	o := open("the quick brown fox jumps over the lazy dog")
	fmt.Println(o.serve(w, []span{{0, 3}, {4, 9}, {40, 43}}))
	fmt.Println(o.serve(w, []span{{0, 3}, {4, 99}}))
	o.close()
	close(w.parts)
	w.done.Wait()
	fmt.Print(w.out.String())
}
