package rchttp

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool"
)

// Scoped returns a handler that calls next with a [Scope] in the context of the
// request. [ScopeOf] returns that scope. When next returns or panics, the scope
// ends: it releases the references that it owns, the latest first.
//
// next receives the ResponseWriter unchanged. Each request costs two small
// allocations, for the context and for the request that carries it; a
// [ScopeHandler] costs none.
//
// Wrap http.TimeoutHandler around Scoped, not the other way round, because
// TimeoutHandler returns while its handler still runs. ScopeOf notices that.
func Scoped(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := newScope()
		defer s.ref.Release()
		next.ServeHTTP(w, r.WithContext(&scopeContext{Context: r.Context(), scope: s}))
	})
}

// A ScopeHandler is an http.Handler that gets a [Scope] for each request. The
// scope ends when the function returns or panics.
//
//	mux.Handle("POST /events", rchttp.ScopeHandler(create))
type ScopeHandler func(w http.ResponseWriter, r *http.Request, s Scope)

// ServeHTTP calls f with a fresh scope, and ends the scope when f returns or
// panics.
func (f ScopeHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := newScope()
	defer s.ref.Release()
	f(w, r, s)
}

// A Scope owns references until a request has been served. [Borrow] and [Adopt]
// give it references.
//
// The handler borrows the scope. If someone uses the scope after the handler
// has returned, such as a goroutine that outlives the request, the call panics
// with an *rcpool.Misuse of kind UseAfterRelease, even if the memory of the
// scope serves another request by then. The zero Scope panics with ZeroRef.
//
// A Scope is safe for concurrent use by goroutines that the handler waits for.
// Scopes come from a pool named rchttp.scopes.
type Scope struct {
	ref   rcpool.Ref[scope]
	scope *scope
}

// ScopeOf returns the scope of the request that ctx belongs to. The caller
// borrows it. ScopeOf panics if ctx has no scope, which means that the handler
// was not wrapped with [Scoped].
//
// If an http.TimeoutHandler is between Scoped and the handler, the scope ends
// while the handler may still use its objects, which serve other requests by
// then. ScopeOf panics with an *rcpool.Misuse of kind UseAfterRelease at the first
// such request. If misuses are only reported (see rcpool.SetPanicOnMisuse), it
// returns a scope that never ends: the garbage collector takes its objects.
func ScopeOf(ctx context.Context) Scope {
	c, ok := ctx.Value(scopeKey{}).(*scopeContext)
	if !ok {
		panic(errors.New("rchttp: the context has no scope: wrap the handler with rchttp.Scoped"))
	}
	if ctx != context.Context(c) && c.outlived(ctx) {
		(&rcpool.Misuse{Kind: rcpool.UseAfterRelease, Op: "rchttp.ScopeOf below http.TimeoutHandler, inside rchttp.Scoped", Pool: scopes.Name,
			Cure: "Wrap http.TimeoutHandler around rchttp.Scoped, not the other way round"}).Raise()
		return c.neverEnds()
	}
	return c.scope
}

// neverEnds returns the scope of a handler that may outlive that of c.
func (c *scopeContext) neverEnds() Scope {
	if c.endless.Load() == nil {
		s := newScope()
		c.endless.CompareAndSwap(nil, &s)
	}
	return *c.endless.Load()
}

// outlived reports whether ctx is that of a handler that http.TimeoutHandler
// runs, inside of the handler of c. Such a context can be cancelled separately.
// Only then, which is rare, the stack must tell by whom.
func (c *scopeContext) outlived(ctx context.Context) bool {
	if ctx.Done() == c.Done() {
		return false
	}
	var pcs [128]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		frame, more := frames.Next()
		switch {
		case strings.HasPrefix(frame.Function, "net/http.(*timeoutHandler).ServeHTTP"):
			return true
		case frame.Function == scopedHandler || !more: // a TimeoutHandler around Scoped is right
			return false
		}
	}
}

// scopedHandler is the function that Scoped returns.
const scopedHandler = "github.com/rcpool/rcpool/rchttp.Scoped.func1"

// Borrow leases an object from p for the scope. The scope owns the reference
// and releases it when the scope ends; the caller borrows the object until
// then. Borrow panics like p.Get and like Adopt.
func Borrow[T any](s Scope, p *rcpool.Pool[T]) Borrowed[T] {
	return adopt(s, p.Get(), "rchttp.Borrow")
}

// Adopt hands ref over to the scope, which releases it when the scope ends. The
// caller must not release ref, and borrows the object until the scope ends.
//
// Adopt panics like ref.Value if ref is zero or stale. If s has ended, Adopt
// releases ref and panics; if misuses are only reported (see
// rcpool.SetPanicOnMisuse), nobody releases ref: the garbage collector takes the
// object from the caller.
func Adopt[T any](s Scope, ref rcpool.Ref[T]) Borrowed[T] {
	ref.Value()
	return adopt(s, ref, "rchttp.Adopt")
}

func adopt[T any](s Scope, ref rcpool.Ref[T], op string) Borrowed[T] {
	if !s.hold(holdingOf(ref), op) {
		ref.Release()
		s.misuse(op)
	}
	return Borrowed[T]{ref}
}

// A Borrowed is a reference that a [Scope] owns. It is valid until the scope
// ends; after that its methods panic like those of a stale rcpool.Ref. For work
// that outlives the request, take another reference with Retain, Go or Hold.
//
// A Borrowed has no Release method, because the scope releases the reference.
// Its methods are safe for concurrent use.
type Borrowed[T any] struct{ ref rcpool.Ref[T] }

// Value returns the object. The caller borrows it until the scope ends. Value
// panics with an *rcpool.Misuse of kind UseAfterRelease if the scope has ended.
func (b Borrowed[T]) Value() *T { return b.ref.Value() }

// AfterFunc runs f with the object on a new goroutine after d, unless stop is
// called before. See rcpool.Ref.AfterFunc.
func (b Borrowed[T]) AfterFunc(d time.Duration, f func(*T)) (stop func() bool) {
	return b.ref.AfterFunc(d, f)
}

// Retain returns another reference to the object. The caller owns it and must
// release it. Retain panics with an *rcpool.Misuse of kind StaleRetain if the
// scope has ended.
func (b Borrowed[T]) Retain() rcpool.Ref[T] { return b.ref.Retain() }

// Go runs f with the object on a new goroutine. The goroutine owns another
// reference, which it releases when f returns. Go panics like Retain.
func (b Borrowed[T]) Go(f func(*T)) { b.ref.Go(f) }

// Hold takes another reference and returns a function that runs f with the
// object and then releases that reference. Call the function exactly once. Hold
// panics like Retain. See rcpool.Ref.Hold.
func (b Borrowed[T]) Hold(f func(*T)) func() { return b.ref.Hold(f) }

var scopes = rcpool.Pool[scope]{Name: "rchttp.scopes"}

// A scope is the pooled part of a Scope. Its lease ends when the request has
// been served, and its Reset releases what it holds.
type scope struct {
	mu   sync.Mutex
	held []holding // oldest first
}

func newScope() Scope {
	ref := scopes.Get()
	return Scope{ref, ref.Value()}
}

// misuse reports that s has ended, or is zero, and panics unless misuses are only
// reported.
func (s Scope) misuse(op string) {
	m := &rcpool.Misuse{Kind: rcpool.ZeroRef, Op: op, Cure: "Use a Scope that ScopeOf returned, or that a ScopeHandler was called with"}
	if !s.ref.IsZero() {
		m.Kind, m.Pool = rcpool.UseAfterRelease, scopes.Name
		m.Cure = "A Scope ends when its handler returns. For work that outlives the request, retain what you borrowed before the handler returns"
	}
	m.Raise()
}

// hold makes the scope own h. It reports false if the scope has ended; if misuses
// are only reported, a scope that never ends owns h then.
func (s Scope) hold(h holding, op string) bool {
	if s.add(h) {
		return true
	}
	if rcpool.PanicOnMisuse() {
		return false
	}
	s.misuse(op)
	return newScope().add(h) //rcpool:ignore it never ends
}

// add adds h to what the scope holds, unless the scope has ended.
//
// It tests the reference under the lock. Reset takes the same lock after the
// reference has become stale, so nothing is added to a scope that is being
// reset or that serves another request.
func (s Scope) add(h holding) bool {
	if !s.ref.Valid() {
		return false
	}
	s.scope.mu.Lock()
	defer s.scope.mu.Unlock()
	if !s.ref.Valid() {
		return false
	}
	s.scope.held = append(s.scope.held, h)
	return true
}

// maxIdle bounds the capacity that an idle scope keeps.
const maxIdle = 64

// Reset releases everything that s holds, latest first.
func (s *scope) Reset() {
	s.mu.Lock() // wait for a hold that has seen the scope open
	s.mu.Unlock()
	s.release()
	if cap(s.held) > maxIdle {
		s.held = nil
	}
}

// release releases all holdings. If one of them panics, because the Reset of a
// user's type panics, it releases the others before the panic continues.
func (s *scope) release() {
	defer func() {
		if len(s.held) > 0 {
			s.release()
		}
	}()
	for len(s.held) > 0 {
		last := len(s.held) - 1
		h := s.held[last]
		s.held[last] = holding{}
		s.held = s.held[:last]
		h.kind.release(h.ref)
	}
}

// A holding is a reference to an object of any type.
//
// It erases the type, because storing a Ref[T] in an interface would allocate.
// This is safe: T appears in Ref[T] only in the type of a field that takes no
// memory, so all Refs have the same layout, and the only use of a Ref[erased] is
// to convert it back to the Ref[T] that it was, with the T that kind remembers.
type holding struct {
	ref  rcpool.Ref[erased]
	kind releaser
}

type erased struct{}

type releaser interface{ release(rcpool.Ref[erased]) }

// kindOf remembers the type of a reference. It has no size, so storing it in an
// interface does not allocate.
type kindOf[T any] struct{}

func holdingOf[T any](ref rcpool.Ref[T]) holding {
	return holding{*(*rcpool.Ref[erased])(unsafe.Pointer(&ref)), kindOf[T]{}}
}

func (kindOf[T]) release(ref rcpool.Ref[erased]) { (*(*rcpool.Ref[T])(unsafe.Pointer(&ref))).Release() }

// A scopeContext is the context of a request with a scope. It is not pooled,
// because a context may be used for any length of time.
type scopeContext struct {
	context.Context
	scope   Scope
	endless atomic.Pointer[Scope] // in place of scope, while misuses are only reported
}

type scopeKey struct{}

func (c *scopeContext) Value(key any) any {
	if key == (scopeKey{}) {
		return c
	}
	return c.Context.Value(key)
}
