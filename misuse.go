package rcpool

import (
	"fmt"
	"runtime"
	"strings"
)

// A Misuse is the value of every panic that a mistake with references causes.
// It is an error: use errors.As on the recovered value. The panic is raised in
// the goroutine that made the mistake, nobody else's reference is affected, and
// if the mistake puts the object in doubt, it is not leased again. (Of the
// references beyond the first 20 of a lease that is not checked, a second
// release takes the count of another: its owner is then the one who panics.)
type Misuse struct {
	Kind Kind
	Op   string // the method that was called, such as "Release"
	Pool string // the name of the pool; empty for the zero Ref, which has none

	Misused  Stack // where it was misused
	Acquired Stack // where the object was leased, if the lease was checked
	Taken    Stack // where the misused reference was taken, if the lease was checked
	Released Stack // where it was given up, or the lease ended, if the lease was checked
}

// Error says what happened, where it comes from and how to mend it.
func (m *Misuse) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "rcpool: %s in %s", m.Kind, m.Op)
	if m.Pool != "" {
		fmt.Fprintf(&b, " (pool %s)", m.Pool)
	}
	fmt.Fprintf(&b, ": %s. %s.", m.Kind.Cause(), m.Kind.Cure())
	for _, place := range []struct {
		what string
		at   Stack
	}{{"misused", m.Misused}, {"given up", m.Released}, {"taken", m.Taken}, {"acquired", m.Acquired}} {
		if site := place.at.Site(); site != "" {
			fmt.Fprintf(&b, "\n\t%s at %s", place.what, site)
		}
	}
	if m.Acquired == nil && m.Pool != "" && m.Kind != NilNew {
		fmt.Fprintf(&b, "\n\tthis lease was not checked: set %s=1 to see where it was acquired and given up", checkVariable)
	}
	return b.String()
}

// A Kind says what was done wrong. docs/misuse.md has a section on each.
type Kind uint8

const (
	// DoubleRelease: Release of a reference that was already released or
	// detached, perhaps by the one it was handed on to.
	DoubleRelease Kind = iota + 1
	// StaleRetain: Retain of a reference that was already given up.
	StaleRetain
	// UseAfterRelease: Value or Detach of a reference that was already given up.
	UseAfterRelease
	// TooManyRefs: Retain when the lease has as many references as it can have.
	TooManyRefs
	// DetachShared: Detach while others hold references.
	DetachShared
	// ZeroRef: a method of the zero Ref.
	ZeroRef
	// NilNew: Pool.New returned nil.
	NilNew
	// Leak: a checked lease was forgotten: its object was collected while it
	// was held.
	Leak
	// LateWrite: an object was written after its lease had ended.
	LateWrite
	// DirtyReset: state survived the reset, in a field that has not the tag
	// `rcpool:"keep"`. Blank fields, which no Reset can reach, do not count.
	DirtyReset
	// ResetPanic: Reset or Keep panicked.
	ResetPanic
)

var kinds = [...]struct{ name, cause, cure string }{
	DoubleRelease: {"double release",
		"the reference was given up before",
		"Release each reference exactly once; give every further owner one of its own with Retain"},
	StaleRetain: {"stale retain",
		"the reference was given up before, so the object may belong to somebody else by now",
		"Retain before the reference is released or handed on, not in the goroutine that outlives it"},
	UseAfterRelease: {"use after release",
		"the reference was given up before, so the object may belong to somebody else by now",
		"Release after the last use; to use the object elsewhere for longer, Retain it first"},
	TooManyRefs: {"too many references",
		fmt.Sprintf("the lease has %d references, as many as it can", maxReferences),
		"Share one reference among the users, or look for a loop that retains and never releases"},
	DetachShared: {"detach of a shared object",
		"others hold references to the object, and would go on using what the caller is about to own",
		"Detach only as the one owner, after all others have released"},
	ZeroRef: {"use of the zero Ref",
		"the Ref was never assigned, or was moved or dropped",
		"Test with IsZero, and use a Ref before Move or Drop, not after"},
	NilNew: {"nil object",
		"Pool.New returned nil",
		"Return a fresh object; panic if none can be made"},
	Leak: {"leak",
		"nobody refers to the object any more, and a reference to it was never released",
		"Release on every way out: defer ref.Release(), or defer rcpool.Drop(&ref) where the reference is handed on"},
	LateWrite: {"late write",
		"somebody kept the *T and wrote to it after the lease had ended",
		"Release after the last use; to use the object elsewhere for longer, Retain it first"},
	DirtyReset: {"dirty reset",
		"a field still held state of the last lease after the reset, so the next owner would see it",
		"Clear the field in Reset; capacity may stay, length and content may not. A field that is to survive has the tag `rcpool:\"keep\"`"},
	ResetPanic: {"panic in reset",
		"Reset or Keep panicked, so the object was left to the garbage collector",
		"Make Reset work for an object in any state that a lease can leave behind"},
}

// String is the name of the kind in plain English.
func (k Kind) String() string { return k.text().name }

// Cause is one sentence on where misuse of this kind comes from.
func (k Kind) Cause() string { return k.text().cause }

// Cure is one sentence on how to mend it.
func (k Kind) Cure() string { return k.text().cure }

func (k Kind) text() struct{ name, cause, cure string } {
	if int(k) >= len(kinds) || k == 0 {
		name := fmt.Sprintf("Kind(%d)", k)
		return struct{ name, cause, cure string }{name, "unknown", "unknown"}
	}
	return kinds[k]
}

// misuse panics. The slot, if there is one, was touched by somebody who had no
// right to, and is retired at its end; where the mistake does not put the
// object in doubt, it is not.
func misuse(kind Kind, op string, s *slot, t tag) {
	m := &Misuse{Kind: kind, Op: op, Misused: callers()}
	if s == nil {
		m.Kind = ZeroRef
		blame(m)
	}
	m.Pool = s.place.books.name
	if kind != TooManyRefs && kind != DetachShared {
		s.suspect()
	}
	if r := s.record.Load(); r != nil && r.generation == word(t)&generationMask {
		r.places(m, t)
	}
	blame(m)
}

// blame reports m, since the panic may be recovered by somebody who does not
// tell, and panics.
func blame(m *Misuse) {
	r := Report{Kind: m.Kind, Pool: m.Pool, Misused: m.Misused, Acquired: m.Acquired, Released: m.Released}
	if m.Taken != nil {
		r.Retained = []Stack{m.Taken}
	}
	reports.file(r)
	panic(m)
}

// A Stack is a call stack, innermost call first, without the calls of rcpool
// and of the runtime.
type Stack []uintptr

// Site is the innermost call: function, file and line.
func (s Stack) Site() string {
	for frame := range s.Frames {
		return fmt.Sprintf("%s %s:%d", frame.Function, frame.File, frame.Line)
	}
	return ""
}

// String is the whole stack in the layout of a Go traceback.
func (s Stack) String() string {
	var b strings.Builder
	for frame := range s.Frames {
		fmt.Fprintf(&b, "%s()\n\t%s:%d\n", frame.Function, frame.File, frame.Line)
	}
	return b.String()
}

// line is the innermost calls in one line, for a log.
func (s Stack) line() string {
	var b strings.Builder
	calls := 0
	for frame := range s.Frames {
		if calls == 5 {
			break
		}
		if calls++; calls > 1 {
			b.WriteString(" < ")
		}
		fmt.Fprintf(&b, "%s %s:%d", frame.Function, frame.File, frame.Line)
	}
	return b.String()
}

// Frames yields the calls; range over it.
func (s Stack) Frames(yield func(runtime.Frame) bool) {
	if len(s) == 0 {
		return
	}
	frames := runtime.CallersFrames(s)
	for {
		frame, more := frames.Next()
		if !hidden(frame.Function) && !yield(frame) || !more {
			return
		}
	}
}

// callers is the stack of the call into rcpool.
func callers() Stack {
	var pcs [32]uintptr
	return append(Stack(nil), pcs[:runtime.Callers(2, pcs[:])]...)
}

// hidden says that function tells nothing: it is one of this library's (Value is
// inlined, and Hold calls Release, so the depth of the call into rcpool is not
// fixed), or of the runtime's, such as the one that panics or ends a goroutine.
func hidden(function string) bool {
	if strings.HasPrefix(function, "runtime.") {
		return true
	}
	in, ok := strings.CutPrefix(function, "github.com/rcpool/rcpool")
	if !ok {
		return false
	}
	for _, pkg := range ownPackages {
		if strings.HasPrefix(in, pkg) {
			return true
		}
	}
	return false
}

// ownPackages are the packages that call this one on behalf of the user. The
// dot keeps their tests out.
var ownPackages = []string{".", "/classic.", "/rchttp.", "/stdpool.",
	"/adapters/internal/slicepool.", "/adapters/rcgrpc.", "/adapters/rckgo.", "/adapters/rchttputil.", "/adapters/rcarrow."}
