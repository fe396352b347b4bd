package main

import (
	"embed"
	"slices"
)

// A shape is a way to hand out a pooled object: edits that give zerolog's
// events that shape.
type shape struct {
	name string
	what string // in the tables of the page
	edit func(*source)
}

var shapes = []shape{
	{"released", "`sync.Pool`, as released", func(*source) {}},
	{"inside", "Ref inside", refInside},
	{"pointer", "pointer handle", pointerHandle},
	{"value", "value handle", valueHandle},
}

// measured are the shapes whose cost is measured: the last one shows what of the
// cost is the lease alone.
var measured = append(slices.Clone(shapes), shape{"bare", "Ref inside, no `Reset` or `Keep`", bareLease})

// refInside leases events from an rcpool.Pool. Each event keeps the Ref of its
// lease, and the user keeps the *Event.
func refInside(s *source) {
	replacePool(s, "refinside")
	s.replace("event.go", 1, "type Event struct {", "type Event struct {\n\tref rcpool.Ref[Event] // of the lease")
	s.replace("event.go", 1, "e := eventPool.Get().(*Event)", "ref := eventPool.Get()\n\te := ref.Value()\n\te.ref = ref")
}

// bareLease is refInside without the functions that Release calls.
func bareLease(s *source) {
	refInside(s)
	s.rewrite("rcpool.go", `(?m)^\tReset: .*\n\tKeep: .*\n`, "\tReset: func(*Event) {},\n")
}

// pointerHandle leaves nothing but the Ref in an Event. The fields go to the
// struct that is leased, and every statement that uses one asks the Ref for it.
func pointerHandle(s *source) {
	replacePool(s, "handle")
	s.replace("event.go", 1, "type Event struct {", "type Event struct{ ref rcpool.Ref[line] }\n\ntype line struct {")
	s.within("event.go", "newEvent", func(s *source) {
		s.replace("event.go", 1, "func newEvent(", "func newLine(")
		s.replace("event.go", 1, ") *Event {", ") rcpool.Ref[line] {")
		s.replace("event.go", 1, "e := eventPool.Get().(*Event)", "ref := eventPool.Get()\n\town := ref.Value()")
		s.rewrite("event.go", `\be\.`, "own.")
		s.replace("event.go", 1, "return e\n", "return ref\n")
	})
	s.rewrite("*.go", `(?m)^\t+e\.buf = (.*)\be\.buf\b(.*)$`, "{ own := e.line(); own.buf = ${1}own.buf$2\n}")
	s.rewrite("*.go", `\b(e|dict)\.(buf|w|level|done|stack|ch|skipFrame|ctx)\b`, "$1.line().$2")
	s.replace("log.go", 1, ") newEvent(level Level, done func(string)) *Event {", ") start(e *Event, level Level, done func(string)) *Event {")
	s.replace("log.go", 1, "e := newEvent(", "e.ref = newLine(")
	// A function that the compiler does not know may keep its argument, and so
	// an argument escapes. Such functions get a handle of their own.
	s.replace("event.go", 1, "hook.Run(e, ", "hook.Run(e.again(), ")
	s.replace("event.go", 2, "obj.MarshalZerologObject(e)", "obj.MarshalZerologObject(e.again())")
	s.replace("event.go", 1, "\tf(e)\n", "\tf(e.again())\n")
}

// valueHandle is pointerHandle with an Event wherever there was a *Event. The
// zero Event is what nil was: a line that is not logged.
func valueHandle(s *source) {
	pointerHandle(s)
	for _, glob := range []string{"*.go", "*/*.go", "*/*/*.go"} {
		s.rewrite(glob, `[*&]((zerolog\.)?Event)\b`, "$1")
	}
	s.rewrite("*.go", `\b(e|event) ([!=]=) nil\b`, "$1 $2 (Event{})")
	s.within("event.go", "Event.Discard", returnZero)
	s.within("log.go", "Logger.start", returnZero)
	s.within("log.go", "Logger.WithLevel", returnZero)
	s.replace("event_test.go", 3, "Event = nil", "Event = Event{}")
	s.replace("event_test.go", 1, "got := f(); got != nil", "got := f(); got != (Event{})")
	s.replace("rcpool.go", 1, "new(Event)", "Event{}")
}

func returnZero(s *source) { s.rewrite("*.go", `return nil\b`, "return Event{}") }

//go:embed seam
var seams embed.FS

// replacePool replaces zerolog's pool, and how events get back to it, by a file
// of ours.
func replacePool(s *source, seam string) {
	text, err := seams.ReadFile("seam/" + seam + ".go.txt")
	if err != nil {
		panic(err) // it is embedded
	}
	s.files["rcpool.go"] = string(text)
	s.drop("event.go", "eventPool")
	s.drop("event.go", "putEvent")
	s.replace("event.go", 1, "\t\"sync\"\n", "\t\"github.com/rcpool/rcpool\"\n")
}
