package rcpool

import (
	"context"
	"reflect"
	"time"

	"github.com/rcpool/rcpool/internal/word"
)

// This file has the references that a function call holds. Its functions have a P,
// which is *T, and no T, so that the compiler makes their code once: all pointers
// have one shape.

// Hold retains the object now, and returns a function that calls f with the
// object and then releases that reference, even if f panics. Call the function
// exactly once:
//
//	wg.Go(ref.Hold(f)) // of a sync.WaitGroup, since Go 1.25
//
// If it is never called, the object leaks: for a call that may be cancelled, use
// [Ref.AfterFunc] or [Ref.AfterDone]. A second call panics with a *Misuse
// (UseAfterRelease) that names f, and in a checked lease the call of Hold. If the
// first call is still running, f is called again, and the release after it panics
// (DoubleRelease). Hold itself panics like Retain.
func (r Ref[T]) Hold(f func(*T)) func() { return hold(r.slot, r.tag, f) }

func hold[P any](s *slot, t word.Tag, f func(P)) func() {
	s, t = s.mustRetain(t)
	return func() { runHeld(s, t, f) }
}

// Go calls f with the object in a new goroutine, which holds a reference of its
// own until f returns. It panics like Retain, before the goroutine starts.
func (r Ref[T]) Go(f func(*T)) { go r.Hold(f)() }

// AfterFunc calls f with the object in a new goroutine when d has elapsed. That
// call holds a reference of its own. stop cancels it and gives the reference up:
// it reports true, unless f was or is being called, or stop was called before.
// AfterFunc panics like Retain.
//
// Use it in place of time.AfterFunc(d, ref.Hold(f)), whose Timer cannot be
// stopped without a leak.
func (r Ref[T]) AfterFunc(d time.Duration, f func(*T)) (stop func() bool) {
	return holdUnless(r.slot, r.tag, f, afterTime(d))
}

// AfterDone is like AfterFunc, but calls f when ctx is done. See
// context.AfterFunc.
func (r Ref[T]) AfterDone(ctx context.Context, f func(*T)) (stop func() bool) {
	return holdUnless(r.slot, r.tag, f, afterDone(ctx))
}

// A schedule arranges that call is called later. cancel reports whether it has
// prevented that.
type schedule func(call func()) (cancel func() bool)

func afterTime(d time.Duration) schedule {
	return func(call func()) func() bool { return time.AfterFunc(d, call).Stop }
}

func afterDone(ctx context.Context) schedule {
	return func(call func()) func() bool { return context.AfterFunc(ctx, call) }
}

// holdUnless is hold of a call that is scheduled. It returns a function that gives
// the reference up if it can prevent the call.
func holdUnless[P any](s *slot, t word.Tag, f func(P), later schedule) (stop func() bool) {
	s, t = s.mustRetain(t)
	cancel := later(func() { runHeld(s, t, f) })
	return func() bool {
		cancelled := cancel()
		if cancelled {
			s.giveUp(t, "Release")
		}
		return cancelled
	}
}

// runHeld calls f with the object and then gives up the reference of t, which was
// made for that. Package watch knows its name.
func runHeld[P any](s *slot, t word.Tag, f func(P)) {
	const op = "the function of Hold"
	var of P
	switch {
	case s == nil: // Retain has reported it
		f(pointerTo[P](s.substitute(of)))
	case !s.holds(t):
		// Nothing on the stack need be the user's: the call may be one of sync or
		// time. The innermost is the one that would follow, that of f.
		s.misuse(UseAfterRelease, op, t, reflect.ValueOf(f).Pointer()+1)
		f(pointerTo[P](s.substitute(of)))
	default:
		defer s.giveUp(t, op)
		f(pointerTo[P](s.object))
	}
}

// giveUp is Release for code that is not generic, and for another operation of
// the user, which a misuse names.
func (s *slot) giveUp(t word.Tag, op string) {
	if w, ended := s.releaseShared(t, op); ended {
		s.pool.recycle(s, w, word.Ended)
	}
}
