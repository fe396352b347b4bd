package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// An actor is a goroutine that does its part of a script when it is its turn.
// Nothing but the start of the script orders the actors for the race detector,
// which sees them as it would see the goroutines of a server.
type actor struct {
	name string
	part atomic.Pointer[func()]
	turn chan bool
	done chan bool
	down bool // it has panicked
}

func newActor(name string) *actor {
	a := &actor{name: name, turn: make(chan bool), done: make(chan bool)}
	go func() {
		debug.SetPanicOnFault(true)
		for {
			quietly(func() { <-a.turn })
			a.play(*a.part.Load())
			quietly(func() { a.done <- true })
		}
	}()
	return a
}

// do lets the actor play a part, and waits for it. An actor that has panicked
// plays no further part.
func (a *actor) do(part func()) {
	a.part.Store(&part)
	quietly(func() {
		a.turn <- true
		<-a.done
	})
}

func (a *actor) play(part func()) {
	if a.down {
		return
	}
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		a.down = true
		said := fmt.Sprint(p)
		if fault, ok := p.(interface{ Addr() uintptr }); ok {
			if report, known := rcpool.FaultAt(fault.Addr()); known {
				said = report.String()
			}
		}
		observe(event{What: panicked, By: a.name, Said: said})
	}()
	part()
}

// mistake is the place of the mistake: reports are searched for its name.
//
//go:noinline
func mistake(f func()) { f() }

const mistakePlace = "main.mistake("

// An event is something that happens because of a mistake.
type event struct {
	What    string
	By      string `json:",omitempty"` // the actor
	Said    string `json:",omitempty"`
	Blaming bool   `json:",omitempty"` // the report names the place of the mistake
}

// The kinds of events.
const (
	panicked   = "panic"
	harmed     = "harm"       // one owner saw or lost the data of another
	pinned     = "pinned"     // memory is kept
	reported   = "report"     // while the program runs
	counted    = "counted"    // in the books of the pool
	failed     = "test"       // at the end of the test
	patterned  = "pattern"    // the stale reader has seen a pattern, and no data
	impossible = "impossible" // the mistake can not be written down
	ended      = "end"        // of the performance
)

// seen has a bit for every kind of event that happened.
var seen atomic.Uint32

func bit(what string) uint32 {
	return 1 << slices.Index([]string{panicked, harmed, pinned, reported, counted, failed, patterned, impossible, ended}, what)
}

// observe writes an event to standard output.
func observe(e event) {
	e.Blaming = e.Blaming || strings.Contains(e.Said, mistakePlace)
	e.Said = firstLine(e.Said)
	line, _ := json.Marshal(e)
	quietly(func() {
		os.Stdout.Write(append(line, '\n'))
		seen.Or(bit(e.What))
	})
}

func firstLine(s string) string {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(strings.Trim(line, "=\n"))
		if line != "" {
			return line
		}
	}
	return ""
}
