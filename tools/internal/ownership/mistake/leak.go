package mistake

// A Leak is a reference that its owner does not release on some path.
type Leak struct {
	Contained bool // it is in a local container
	Lossy     bool // its pool may lose objects, but no path puts this one back
}

// Category returns "leak".
func (Leak) Category() string { return "leak" }

func (m Leak) text(w words) string {
	text := w.name + " is not released" + w.when + w.because()
	if m.Lossy {
		text = w.name + " is not put back into its pool on any path"
	}
	if m.Contained {
		text += "; the container that holds it is dropped"
	}
	return text
}

// An Overwritten reference is one that the place where it was does not have any more.
type Overwritten struct{ In PlaceOfRef }

// A PlaceOfRef is a kind of place that owns a reference.
type PlaceOfRef uint8

// The places that references are overwritten in.
const (
	Entry   PlaceOfRef = 1 + iota // of a map
	Element                       // of a list
	Field                         // of a struct
)

var placesOfRefs = [...]string{Entry: "entry", Element: "element", Field: "field"}

// Category returns "leak".
func (Overwritten) Category() string { return "leak" }

func (m Overwritten) text(words) string {
	return "the reference that was in this " + placesOfRefs[m.In] + " is overwritten and not released"
}

// A Forgotten object is in a field that nobody releases.
type Forgotten struct {
	Field string
	Sent  bool // the field is a channel from which nobody receives
}

// Category returns "leak".
func (Forgotten) Category() string { return "leak" }

func (m Forgotten) text(words) string {
	if m.Sent {
		return "the object is sent to " + m.Field + ", from which nobody receives"
	}
	return "the object that goes to field " + m.Field + " is not released, as those in other fields are"
}

// A Conditional release depends on another field, which is empty where the struct is made.
type Conditional struct{ Field, On, Maker string }

// Category returns "leak".
func (Conditional) Category() string { return "leak" }

func (m Conditional) text(words) string {
	return "what field " + m.Field + " has is released only if field " + m.On + " is set, which " + m.Maker + " leaves empty"
}

// A CutShort loop releases each element of a list, but is left before it is done.
type CutShort struct{}

// Category returns "leak".
func (CutShort) Category() string { return "leak" }

func (CutShort) text(words) string {
	return "the loop that releases the elements of a list is left here with an error: those after this one are not released"
}

// A Removed object is not in its container any more, and was given to nobody.
type Removed struct {
	Received  bool // from a channel
	Sometimes bool // on some way of the function
	Several   bool // it is one of several, or of a list
	Held      bool // it is a function of Hold
}

// Category returns "leak".
func (Removed) Category() string { return "leak" }

func (m Removed) text(words) string {
	switch {
	case m.Sometimes && m.Held:
		return "the held function that is taken out here is not called on each way, nor given to another owner"
	case m.Sometimes:
		return "the object that is taken out of its container here is not released on each way, nor given to another owner"
	case m.Received && m.Held:
		return "the held function that is received here is not called, nor given to another owner"
	case m.Received:
		return "the object that is received here is not released, nor given to another owner"
	case m.Held:
		return "a held function is removed from its container and not called: its reference is not released"
	case m.Several:
		return "what is removed from its container here is not released, nor given to another owner"
	}
	return "the object that was in this entry is deleted from the map and not released"
}

var leakDoc = Doc{
	ID: "leak", Name: "Leak", Level: "warning",
	Summary: "a reference is not released on some path",
	Text: `The owner of a Ref must release it exactly once or hand it over. On the reported
path it does neither: the function returns early, the variable is overwritten, or
the result of Get, Retain or Hold is dropped. The object never goes back to its
pool. A program may lose an object of sync.Pool and similar pools. For these, rcvet
reports an object only if no path puts it back. An Arrow object that is lost does no
harm if its memory is from the Go allocator: -disable=leak:arrow leaves these out.`,
	Wrong: `func send(events *rcpool.Pool[Event], w io.Writer) error {
	event := events.Get()
	if err := fill(event.Value()); err != nil {
		return err // event is not released
	}
	_, err := w.Write(event.Value().Body)
	event.Release()
	return err
}
`,
	Cure: `Defer the release right after you get the reference. If the function hands the
reference over at the end, defer Drop and hand it over with Move.`,
	Right: `func send(events *rcpool.Pool[Event], w io.Writer) error {
	event := events.Get()
	defer event.Release()
	if err := fill(event.Value()); err != nil {
		return err
	}
	_, err := w.Write(event.Value().Body)
	return err
}
`,
}
