package main

// A category is a kind of mistake. Everything that rcvet tells of it, on the
// terminal and to code hosts, is written here.
type category struct {
	id      string // as in the reports, and as the anchor in the documentation
	name    string // for code hosts
	level   string // error: the program goes wrong; warning: it loses what the pool was for; note: a hint
	summary string
	text    string
	wrong   string // declarations of a package that imports rcpool, with the mistake
	cure    string
	right   string // the same without it
}

const documentation = "https://github.com/rcpool/rcpool/blob/main/docs/rcvet.md"

func (c category) url() string { return documentation + "#" + c.id }

func categoryOf(id string) (category, bool) {
	for _, c := range categories {
		if c.id == id {
			return c, true
		}
	}
	return category{}, false
}

var categories = []category{
	{
		id: "leak", name: "Leak", level: "warning",
		summary: "a reference is not released on some path",
		text: `Whoever holds a Ref must release it exactly once or hand it on. On the path that
is shown nobody does: the function returns early, the variable is overwritten, or
the result of Get, Retain or Hold is dropped. The object never goes back to its
pool. With sync.Pool and pools like it losing an object is legal; there only an
object that no path puts back is reported.`,
		wrong: `func send(events *rcpool.Pool[Event], w io.Writer) error {
	event := events.Get()
	if err := fill(event.Value()); err != nil {
		return err // nobody releases event
	}
	_, err := w.Write(event.Value().Body)
	event.Release()
	return err
}
`,
		cure: `Defer the release right after the acquisition. Where the reference is handed on at
the end, defer Drop and hand it on with Move.`,
		right: `func send(events *rcpool.Pool[Event], w io.Writer) error {
	event := events.Get()
	defer event.Release()
	if err := fill(event.Value()); err != nil {
		return err
	}
	_, err := w.Write(event.Value().Body)
	return err
}
`,
	},
	{
		id: "double-release", name: "DoubleRelease", level: "error",
		summary: "a reference is released twice",
		text: `A reference was given up before: released here or in a callee, released by a
deferred call, sent on a channel, or stored where somebody else releases it. A copy
of a Ref is the same reference, not a second one. At run time the second release
panics; with other pools the object gets two owners.`,
		wrong: `func publish(event rcpool.Ref[Event], w io.Writer) error {
	defer event.Release()
	if len(event.Value().Body) == 0 {
		event.Release() // and once more when the function returns
		return errEmpty
	}
	_, err := w.Write(event.Value().Body)
	return err
}
`,
		cure: `Release in one place; the deferred release is enough. If somebody else needs the
object too, give them a reference of their own with Retain.`,
		right: `func publish(event rcpool.Ref[Event], w io.Writer) error {
	defer event.Release()
	if len(event.Value().Body) == 0 {
		return errEmpty
	}
	_, err := w.Write(event.Value().Body)
	return err
}
`,
	},
	{
		id: "use-after-release", name: "UseAfterRelease", level: "error",
		summary: "an object is used after its last release",
		text: `A *T is borrowed: it may be used as long as the reference it came from, no longer.
So are slices that share the object's memory. After the release the object belongs
to somebody else, and what is read or written here is theirs.`,
		wrong: `func body(events *rcpool.Pool[Event]) int {
	event := events.Get()
	value := event.Value()
	event.Release()
	return len(value.Body) // the event is somebody else's by now
}
`,
		cure: `Use the object first, or copy what has to outlive the release.`,
		right: `func body(events *rcpool.Pool[Event]) int {
	event := events.Get()
	defer event.Release()
	return len(event.Value().Body)
}
`,
	},
	{
		id: "escape", name: "Escape", level: "error",
		summary: "a borrowed object outlives its reference",
		text: `A borrowed *T, memory that it shares, or a Ref that was not retained is handed to
a goroutine, a channel, a later call, a field, a variable or a result that outlives
the reference, which this function releases. Goroutines that are joined before the
release are fine.`,
		wrong: `func index(event rcpool.Ref[Event]) {
	defer event.Release()
	value := event.Value()
	go func() {
		search(value.Body) // may run after the release
	}()
}
`,
		cure: `Give what outlives this function a reference of its own: Retain and a release
there, or Hold and Go, which do both. Copy what is returned.`,
		right: `func index(event rcpool.Ref[Event]) {
	defer event.Release()
	event.Go(func(value *Event) {
		search(value.Body)
	})
}
`,
	},
	{
		id: "reset", name: "IncompleteReset", level: "warning",
		summary: "an object goes back to its pool with old contents",
		text: `The Reset function leaves fields of the object as they are, so the next owner
finds the values of the last one. With sync.Pool: an object that was written is
neither reset after Get nor before Put.`,
		wrong: `func newEvents() *rcpool.Pool[Event] {
	return &rcpool.Pool[Event]{
		Reset: func(e *Event) {
			e.Body = e.Body[:0] // User is left
		},
	}
}
`,
		cure: `Reset every field. A field that is meant to stay has the tag ` + "`rcpool:\"keep\"`" + `.
rcgen writes complete Reset methods.`,
		right: `func newEvents() *rcpool.Pool[Event] {
	return &rcpool.Pool[Event]{
		Reset: func(e *Event) {
			*e = Event{Body: e.Body[:0]}
		},
	}
}
`,
	},
	{
		id: "detach", name: "SharedDetach", level: "error",
		summary: "an object is detached while others hold references to it",
		text: `Detach takes an object out of its pool for good, which only the one owner may do.
Other references of the same lease are live here. At run time Detach panics.`,
		wrong: `func take(event rcpool.Ref[Event]) *Event {
	other := event.Retain()
	defer other.Release()
	return event.Detach() // other is still live
}
`,
		cure: `Release the other references first, or copy the object.`,
		right: `func take(event rcpool.Ref[Event]) *Event {
	return event.Detach()
}
`,
	},
	{
		id: "zero-ref", name: "ZeroRef", level: "error",
		summary: "a method is called on a Ref that refers to nothing",
		text: `The Ref was declared and never assigned, or Move or Drop has emptied it. At run
time every method but IsZero, Valid and TryRetain panics.`,
		wrong: `func last(events []rcpool.Ref[Event]) int {
	var event rcpool.Ref[Event]
	return len(event.Value().Body) // event is still empty
}
`,
		cure: `Assign the reference first. Where it may be empty, ask IsZero, or release with
Drop, which leaves an empty Ref alone.`,
		right: `func last(events []rcpool.Ref[Event]) int {
	if len(events) == 0 {
		return 0
	}
	event := events[len(events)-1]
	return len(event.Value().Body)
}
`,
	},
	{
		id: "wrong-pool", name: "WrongPool", level: "error",
		summary: "an object is put into another pool than it came from",
		text: `What one sync.Pool handed out is put into another. The next Get there returns an
object of the wrong size or with the wrong contents.`,
		wrong: `var small, large sync.Pool

func copySmall(w io.Writer, r io.Reader) error {
	buffer := small.Get().(*bytes.Buffer)
	defer large.Put(buffer) // it came from small
	buffer.Reset()
	if _, err := buffer.ReadFrom(r); err != nil {
		return err
	}
	_, err := buffer.WriteTo(w)
	return err
}
`,
		cure: `Put the object into the pool it was taken from.`,
		right: `var small sync.Pool

func copySmall(w io.Writer, r io.Reader) error {
	buffer := small.Get().(*bytes.Buffer)
	defer small.Put(buffer)
	buffer.Reset()
	if _, err := buffer.ReadFrom(r); err != nil {
		return err
	}
	_, err := buffer.WriteTo(w)
	return err
}
`,
	},
	{
		id: "non-pointer", name: "NonPointerPut", level: "note",
		summary: "a value that is not a pointer is put into a sync.Pool",
		text: `A sync.Pool holds interfaces. To put a slice or a struct into one allocates, which
is what the pool was to save.`,
		wrong: `var buffers sync.Pool

func free(buffer []byte) {
	buffers.Put(buffer[:0]) // allocates a slice header
}
`,
		cure: `Put a pointer.`,
		right: `var buffers sync.Pool

func free(buffer *[]byte) {
	*buffer = (*buffer)[:0]
	buffers.Put(buffer)
}
`,
	},
	{
		id: "annotation", name: "Annotation", level: "warning",
		summary: "an rcpool annotation is wrong or has no effect",
		text: `A comment that begins with //rcpool: names something that does not exist, is
in a place where it says nothing, gives no reason, or ignores what is not reported.`,
		wrong: `// archive keeps the event until the next flush.
//
//rcpool:owns evnt
func archive(event *Event) { kept = append(kept, event) }
`,
		cure: `Name a parameter of the function, or delete the annotation:
//rcpool:owns p, //rcpool:borrows p, //rcpool:returns-owned, //rcpool:ignore reason.`,
		right: `// archive keeps the event until the next flush.
//
//rcpool:owns event
func archive(event *Event) { kept = append(kept, event) }
`,
	},
}
