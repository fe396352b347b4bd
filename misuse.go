package rcpool

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/word"
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
	for _, stack := range []struct {
		what string
		at   Stack
	}{{"misused", m.Misused}, {"given up", m.Released}, {"taken", m.Taken}, {"acquired", m.Acquired}} {
		if site := stack.at.Site(); site != "" {
			fmt.Fprintf(&b, "\n\t%s at %s", stack.what, site)
		}
	}
	if m.Acquired == nil && m.Pool != "" && m.Kind != NilNew {
		fmt.Fprintf(&b, "\n\tthis lease was not checked: set %s=1 to see where it was acquired and given up", sampling.Variable)
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
		fmt.Sprintf("the lease has %d references, as many as it can", word.MaxReferences),
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
