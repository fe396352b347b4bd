package main

// A category is a kind of mistake. All texts about it, for the terminal, for the
// documentation and for code hosts, are here.
type category struct {
	id      string // as in the reports, and as the anchor in the documentation
	name    string // for code hosts
	level   string // error: the program misbehaves; warning: the pool loses its use; note: a hint
	summary string
	text    string
	wrong   string // declarations of a package that imports rcpool, with the mistake
	cure    string
	right   string // the same declarations without the mistake
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
		text: `The owner of a Ref must release it exactly once or hand it over. On the reported
path it does neither: the function returns early, the variable is overwritten, or
the result of Get, Retain or Hold is dropped. The object never goes back to its
pool. A program may lose an object of sync.Pool and similar pools. For these, rcvet
reports an object only if no path puts it back. An Arrow object that is lost does no
harm if its memory is from the Go allocator: -disable=leak:arrow leaves these out.`,
		wrong: `func send(events *rcpool.Pool[Event], w io.Writer) error {
	event := events.Get()
	if err := fill(event.Value()); err != nil {
		return err // event is not released
	}
	_, err := w.Write(event.Value().Body)
	event.Release()
	return err
}
`,
		cure: `Defer the release right after you get the reference. If the function hands the
reference over at the end, defer Drop and hand it over with Move.`,
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
		text: `The reference was given up before: it was released here or in a callee, released by
a deferred call, sent on a channel, or stored where somebody else releases it. A
copy of a Ref is the same reference, not a second one. At run time the second
release panics. With other pools the object gets two owners.`,
		wrong: `func publish(event rcpool.Ref[Event], w io.Writer) error {
	defer event.Release()
	if len(event.Value().Body) == 0 {
		event.Release() // released again when the function returns
		return errEmpty
	}
	_, err := w.Write(event.Value().Body)
	return err
}
`,
		cure: `Release in one place; the deferred release is enough. If somebody else needs the
object too, call Retain and hand over that reference.`,
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
		text: `A *T is borrowed: it may be used until its reference is released, and no longer.
The same holds for slices that share the object's memory. After the release the
object may have a new owner, whose data is read or overwritten here.`,
		wrong: `func body(events *rcpool.Pool[Event]) int {
	event := events.Get()
	value := event.Value()
	event.Release()
	return len(value.Body) // the event may have a new owner
}
`,
		cure: `Use the object before the release, or copy what must outlive it.`,
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
		text: `This function releases a reference, but something that outlives it still has the
object: a goroutine, a channel, a function that runs later, a field, a variable or
a result. What it has is a borrowed *T, memory that the object shares, or a Ref
that was not retained. Goroutines that are joined before the release are fine.`,
		wrong: `func index(event rcpool.Ref[Event]) {
	defer event.Release()
	value := event.Value()
	go func() {
		search(value.Body) // may run after the release
	}()
}
`,
		cure: `Give whatever outlives the function its own reference: call Retain and release it
there, or use Hold or Go, which do both. Copy what you return.`,
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
		text: `The Reset function does not reset some fields of the object, so the next owner
finds old values. With sync.Pool, a buffer was written and is reset neither after
Get nor before Put, or a field of a struct goes back as it was set, although other
functions of the package reset it first. A field that nobody resets is taken for
one that keeps its value on purpose.`,
		wrong: `func newEvents() *rcpool.Pool[Event] {
	return &rcpool.Pool[Event]{
		Reset: func(e *Event) {
			e.Body = e.Body[:0] // User keeps its value
		},
	}
}
`,
		cure: `Reset every field. If a field must keep its value, tag it ` + "`rcpool:\"keep\"`" + `.
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
		summary: "an object is detached while other references are held",
		text: `Detach takes an object out of its pool for good. Only the sole owner may do so, but
here another reference of the same lease is live. At run time Detach panics.`,
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
		summary: "a method is called on a zero Ref",
		text: `The Ref was declared and never assigned, or Move or Drop zeroed it. At run time
every method panics except IsZero, Valid and TryRetain.`,
		wrong: `func last(events []rcpool.Ref[Event]) int {
	var event rcpool.Ref[Event]
	return len(event.Value().Body) // event is still zero
}
`,
		cure: `Assign the reference first. If it may be zero, check IsZero, or release it with
Drop, which ignores a zero Ref.`,
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
		summary: "an object is put into a pool that it did not come from",
		text: `An object from one sync.Pool is put into another. A later Get from that pool may
return an object of the wrong size or with the wrong contents.`,
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
		cure: `Put the object into the pool that it came from.`,
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
		text: `A sync.Pool stores interfaces. Converting a slice or a struct to an interface
allocates, which is what the pool should avoid. This is SA6002 of staticcheck, and
//lint:ignore SA6002 or //nolint:staticcheck silence it here too.`,
		wrong: `var buffers sync.Pool

func free(buffer []byte) {
	buffers.Put(buffer[:0]) // allocates a slice header
}
`,
		cure: `Put a pointer into the pool.`,
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
		text: `A comment that begins with //rcpool: is unknown, names a parameter that does not
exist, is in the wrong place, gives no reason, or ignores a report that is not made.`,
		wrong: `// archive keeps the event until the next flush.
//
//rcpool:owns evnt
func archive(event *Event) { kept = append(kept, event) }
`,
		cure: `Name a parameter of the function, or delete the annotation. The annotations are
//rcpool:owns p, //rcpool:borrows p, //rcpool:returns-owned, //rcpool:ignore reason.`,
		right: `// archive keeps the event until the next flush.
//
//rcpool:owns event
func archive(event *Event) { kept = append(kept, event) }
`,
	},
}
