package rcpool

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/internal/word"
)

// A Kind is a kind of mistake. Kinds are errors, so that errors.Is tells what
// a recovered *Misuse is about:
//
//	if err, ok := recover().(error); ok && errors.Is(err, rcpool.DoubleRelease) { … }
//
// docs/misuse.md has a section on each.
type Kind uint8

// These kinds panic with a *Misuse, in the goroutine that made the mistake, and
// are reported too, because a server may recover the panic. After
// SetPanicOnMisuse(false) they are only reported. Every lease notices
// them, checked or not.
const (
	// DoubleRelease is a Release of a reference that was already released or
	// detached.
	DoubleRelease Kind = iota + 1
	// StaleRetain is a Retain of a reference that was already released.
	StaleRetain
	// UseAfterRelease is a Value or a Detach of a reference that was already
	// released.
	UseAfterRelease
	// TooManyRefs is a Retain when the lease has as many references as it can
	// have.
	TooManyRefs
	// DetachShared is a Detach while the object has other references.
	DetachShared
	// ZeroRef is a method call on the zero Ref.
	ZeroRef
	// NilNew is a Pool.New that returned nil.
	NilNew
)

// These kinds do not panic: they are noticed when the goroutine that made the
// mistake is long gone. They are reported to OnReport. Only checked leases
// notice them; see SetChecking.
const (
	// Leak is a lease that was never released: its object was collected while
	// it was leased.
	Leak Kind = iota + NilNew + 1
	// LateWrite is a write to an object after its lease had ended. It is noticed
	// when the garbage collector has found the object, reachable or not.
	LateWrite
	// DirtyReset is data that survived the reset, in a field without the tag
	// `rcpool:"keep"`. Blank fields, which no Reset can reach, do not count.
	DirtyReset
	// ResetPanic is a Reset or Keep that panicked. The panic itself goes on to
	// the caller of Release.
	ResetPanic
	// KeptPointer is a *T that somebody still holds after its lease: garbage
	// collections that began later have found the object reachable.
	// [Report.Suspects] are the goroutines that may hold it.
	KeptPointer
)

// Panics reports whether a mistake of this kind panics with a *Misuse, unless
// SetPanicOnMisuse says otherwise. The others are only reported.
func (k Kind) Panics() bool { return DoubleRelease <= k && k <= NilNew }

// String returns the name of the kind in plain English.
func (k Kind) String() string { return k.text().name }

// Error returns the same as String. It makes a Kind an error, for errors.Is.
func (k Kind) Error() string { return k.String() }

// Label returns the name in the form of a label of a metric, such as
// double_release.
func (k Kind) Label() string { return strings.ReplaceAll(strings.ToLower(k.String()), " ", "_") }

// Cause returns one sentence on where a mistake of this kind comes from.
func (k Kind) Cause() string { return k.text().cause }

// Cure returns one sentence on how to fix it.
func (k Kind) Cure() string { return k.text().cure }

// Docs returns the address of the section on this kind, which shows a mistake,
// its report and the cure.
func (k Kind) Docs() string {
	return "https://github.com/rcpool/rcpool/blob/main/docs/misuse.md#" + strings.ReplaceAll(strings.ToLower(k.String()), " ", "-")
}

type kindText struct{ name, cause, cure string }

func (k Kind) text() kindText {
	if int(k) >= len(kindTexts) || k == 0 {
		return kindText{fmt.Sprintf("Kind(%d)", k), "unknown", "unknown"}
	}
	return kindTexts[k]
}

var kindTexts = [...]kindText{
	DoubleRelease: {"double release",
		"the reference was already released",
		"Release each reference exactly once. Either release may be the wrong one: often it is the first, if this one is deferred. Call Retain to give another owner a reference of its own"},
	StaleRetain: {"stale retain",
		"the reference was already released, so the object may belong to somebody else now",
		"Call Retain before the reference is released or handed over, not in the goroutine that outlives it"},
	UseAfterRelease: {"use after release",
		"the reference was already released, so the object may belong to somebody else now",
		"Release after the last use. To use the object elsewhere for longer, call Retain first"},
	TooManyRefs: {"too many references",
		fmt.Sprintf("the lease has %d references, the maximum", word.MaxReferences),
		"Share one reference between users, or look for a loop that retains and never releases"},
	DetachShared: {"detach of a shared object",
		"the object has other references, and their owners would keep using it",
		"Detach only when all other references are released"},
	ZeroRef: {"use of a zero Ref",
		"the Ref was never set, or Move or Drop set it to zero",
		"Use a Ref before Move or Drop, not after. IsZero tells whether there is a reference"},
	NilNew: {"nil object",
		"Pool.New returned nil",
		"Return a new object. Panic if that is impossible"},
	Leak: {"leak",
		"the object is unreachable, and a reference to it was never released",
		"Release on every path: defer ref.Release(), or defer rcpool.Drop(&ref) where the reference may be handed over"},
	LateWrite: {"late write",
		"somebody kept the *T, or a slice of the object's memory, and wrote to it after the lease ended",
		"Release after the last use. To use the object elsewhere for longer, call Retain first"},
	DirtyReset: {"dirty reset",
		"a field still holds data of the last lease after the reset, or lacks what New built, so the next owner would see it",
		"Clear the field in Reset. Capacity may stay, length and content may not. If the field is built once and kept on purpose, such as a cache, give it the tag `rcpool:\"keep\"`"},
	ResetPanic: {"panic in reset",
		"Reset or Keep panicked, so the object was left to the garbage collector",
		"Make Reset work for every state that a lease can leave behind"},
	KeptPointer: {"kept pointer",
		"somebody still holds the *T after its lease ended, and may use it when the object belongs to somebody else",
		"Call Retain for whatever outlives the lease, such as a goroutine, a callback or a cache, and release that reference after the last use. Or set the pointer to nil"},
}
