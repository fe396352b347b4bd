// Command misuse makes a mistake with an event of zerolog, and prints what came
// of it:
//
//	misuse str|send idle|leased-again|under-way
//
// It is built with each shape of zerolog, and knows nothing of the shape.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rs/zerolog"
)

// offences are what somebody does with an event that was sent.
var offences = map[string]func(*zerolog.Event){
	"str":  func(e *zerolog.Event) { e.Str("password", "of the offender") },
	"send": func(e *zerolog.Event) { e.Send() },
}

// A victim makes no mistake.
type victim struct {
	out   bytes.Buffer
	event *zerolog.Event
}

func (v *victim) begin() {
	log := zerolog.New(&v.out)
	v.event = log.Info().Str("user", "bob")
}

func (v *victim) end() { v.event.Msg("hello") }

const line = `{"level":"info","user":"bob","message":"hello"}` + "\n"

func main() {
	runtime.GOMAXPROCS(1) // the object that was released last is leased next
	debug.SetGCPercent(-1)
	offence, when := offences[os.Args[1]], os.Args[2]

	log := zerolog.New(new(bytes.Buffer))
	kept := log.Info().Str("user", "alice")
	var victims [2]victim // two, since an object that was put twice has two owners
	begin := func() {
		for i := range victims {
			note("victim", apart(victims[i].begin))
		}
	}
	offend := func() { note("offender", apart(func() { offence(kept) })) }

	switch when {
	case "idle":
		kept.Msg("hi")
		offend()
		begin()
	case "leased-again":
		kept.Msg("hi")
		begin()
		offend()
	case "under-way":
		note("offender", apart(func() {
			kept.Stringer("password", stringer(func() string {
				kept.Msg("hi")
				begin()
				return "of the offender"
			}))
		}))
	}
	for i := range victims {
		note("victim", apart(victims[i].end))
		if got := victims[i].out.String(); got != line {
			outcome["victim's line is wrong"] = true
			fmt.Fprintf(os.Stderr, "line of a victim: %q\n", got)
		}
	}
	if len(outcome) == 0 {
		outcome["silent"] = true
	}
	fmt.Println(strings.Join(slices.Sorted(maps.Keys(outcome)), ", "))
}

type stringer func() string

func (s stringer) String() string { return s() }

// apart runs f in a goroutine of its own, and returns what it panics with.
func apart(f func()) (cause any) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { cause = recover() }()
		f()
	}()
	<-done
	return cause
}

var outcome = map[string]bool{}

// note remembers who panicked, and whether the panic says where.
func note(who string, cause any) {
	if cause == nil {
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", who, cause)
	err, _ := cause.(error)
	var misuse *rcpool.Misuse
	switch {
	case !errors.As(err, &misuse):
		outcome[who+" crashes"] = true
	case !strings.Contains(misuse.MisusedAt.String(), "client/misuse/main.go"):
		outcome[who+" panics, and does not say where"] = true
	default:
		outcome[who+" panics"] = true
	}
}
