// truth: detach line 45 plain

// Snapshotter freezes the state of a document while its writer goes on.
package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type State struct {
	Version int
	Lines   []string
}

func (s *State) Reset() {
	clear(s.Lines)
	*s = State{Lines: s.Lines[:0]}
}

var states = rcpool.Pool[State]{Name: "states"}

type Frozen struct {
	State *State
	Sum   uint64
}

func (s *State) writeTo(w io.Writer) {
	for _, l := range s.Lines {
		io.WriteString(w, l)
		io.WriteString(w, "\n")
	}
}

// freeze takes ref over, and returns the state for good.
func freeze(ref rcpool.Ref[State]) Frozen {
	reader := ref.Retain()
	defer reader.Release()
	h := fnv.New64a()
	reader.Value().writeTo(h)
	return Frozen{State: ref.Detach(), Sum: h.Sum64()}
}

type Document struct {
	version int
	lines   []string
	history []Frozen
}

func (d *Document) Append(lines ...string) {
	d.version++
	d.lines = append(d.lines, lines...)
}

func (d *Document) Snapshot() {
	ref := states.Get()
	s := ref.Value()
	s.Version = d.version
	s.Lines = append(s.Lines, d.lines...)
	d.history = append(d.history, freeze(ref))
}

func main() {
	var d Document
	for i := range 3 {
		d.Append(strings.Repeat("x", i+1))
		d.Snapshot()
	}
	for _, f := range d.history {
		fmt.Println(f.State.Version, len(f.State.Lines), f.Sum)
	}
}
