package rchttp

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"unsafe"

	"github.com/rcpool/rcpool"
)

// Scoped gives each request that next serves a [Scope], which [ScopeOf] finds
// in the request's context. When next has returned, or has panicked, the scope
// ends: everything that was leased in it is released, the latest lease first.
//
// Scoped hands next the ResponseWriter as it is. It costs two small
// allocations, for the context and for the request that carries it; a
// [HandlerFunc] costs none. Wrap http.TimeoutHandler around Scoped, not the
// other way: it returns while its handler still runs.
func Scoped(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := newScope()
		defer s.ref.Release()
		next.ServeHTTP(w, r.WithContext(&scopeContext{r.Context(), s}))
	})
}

// A HandlerFunc is a handler with a [Scope] of its own, which ends when the
// function has returned, or has panicked:
//
//	mux.Handle("POST /events", rchttp.HandlerFunc(create))
type HandlerFunc func(w http.ResponseWriter, r *http.Request, s Scope)

// ServeHTTP calls f with a fresh scope.
func (f HandlerFunc) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := newScope()
	defer s.ref.Release()
	f(w, r, s)
}

// A Scope owns what was leased in it, until its request was served. It is lent
// to the handler: whoever uses it later, such as a goroutine that outlives the
// request, panics with an *rcpool.Misuse of kind UseAfterRelease, also when the
// memory of the scope serves another request by then. The zero Scope panics
// with ZeroRef.
//
// A Scope is safe for concurrent use by goroutines that the handler waits for.
// Scopes are leased from a pool named rchttp.scopes.
type Scope struct {
	ref   rcpool.Ref[scope]
	scope *scope
}

// ScopeOf is the scope of the request that ctx belongs to. It panics if there
// is none, which is to say that the handler was not wrapped with [Scoped].
func ScopeOf(ctx context.Context) Scope {
	c, ok := ctx.Value(scopeKey{}).(*scopeContext)
	if !ok {
		panic(errors.New("rchttp: the context has no scope: wrap the handler with rchttp.Scoped"))
	}
	return c.scope
}

// Lease leases an object from p, and lends it until the scope ends. It panics
// like p.Get, and if s has ended.
func Lease[T any](s Scope, p *rcpool.Pool[T]) Lent[T] {
	s.check()
	return Own(s, p.Get())
}

// Own hands ref over to the scope, which releases it when it ends. It panics if
// ref is zero or stale, like ref.Value; and if s has ended, after it has
// released ref.
func Own[T any](s Scope, ref rcpool.Ref[T]) Lent[T] {
	ref.Value()
	if !s.hold(holdingOf(ref)) {
		ref.Release()
		s.check()
	}
	return Lent[T]{ref}
}

// Lent is a reference that a [Scope] owns. It is good until the scope ends;
// used later, it panics like a stale rcpool.Ref. What outlives the request
// needs a reference of its own: Retain, Go or Hold.
type Lent[T any] struct{ ref rcpool.Ref[T] }

// Value borrows the object until the scope ends.
func (l Lent[T]) Value() *T { return l.ref.Value() }

// Retain issues another reference to the object, owned by the caller.
func (l Lent[T]) Retain() rcpool.Ref[T] { return l.ref.Retain() }

// Go runs f with the object in a goroutine that holds a reference of its own
// until f returns.
func (l Lent[T]) Go(f func(*T)) { l.ref.Go(f) }

// Hold takes a reference now, and returns a function that runs f with the
// object and then releases that reference; it must be called exactly once. See
// rcpool.Ref.Hold.
func (l Lent[T]) Hold(f func(*T)) func() { return l.ref.Hold(f) }

var scopes = rcpool.Pool[scope]{Name: "rchttp.scopes"}

// A scope is what is pooled. Its lease ends when the request was served; its
// Reset is what ends it.
type scope struct {
	mu   sync.Mutex
	held []holding // in the order of leasing
}

func newScope() Scope {
	ref := scopes.Get()
	return Scope{ref, ref.Value()}
}

// check panics if s has ended.
func (s Scope) check() { s.ref.Value() }

// hold makes the scope own h. It is refused if the scope has ended. The test is
// made under the lock that Reset takes when the reference is stale already, so
// nothing is added to a scope that releases, or that serves another request.
func (s Scope) hold(h holding) bool {
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

// Reset releases everything that s holds, the latest first.
func (s *scope) Reset() {
	s.mu.Lock() // whoever is in hold has seen the scope open: wait for him
	s.mu.Unlock()
	s.release()
	if cap(s.held) > maxIdle {
		s.held = nil
	}
}

// release goes on with the rest if one of the releases panics, as it does if the
// Reset of a user's type panics.
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
// Its type is erased, for to keep a Ref[T] in an interface would cost an
// allocation. That is safe: T is in no field of Ref[T], so all of them are the
// same struct; and nothing is done with a Ref[erased] but to take it for the
// Ref[T] that it was, with the T that kind remembers.
type holding struct {
	ref  rcpool.Ref[erased]
	kind releaser
}

type erased struct{}

type releaser interface{ release(rcpool.Ref[erased]) }

// kindOf knows the type of a reference. It has no size, so that to keep it in
// an interface allocates nothing.
type kindOf[T any] struct{}

func holdingOf[T any](ref rcpool.Ref[T]) holding {
	return holding{*(*rcpool.Ref[erased])(unsafe.Pointer(&ref)), kindOf[T]{}}
}

func (kindOf[T]) release(ref rcpool.Ref[erased]) { (*(*rcpool.Ref[T])(unsafe.Pointer(&ref))).Release() }

// A scopeContext is the context of a request that has a scope. It is not
// pooled: a context may be used as long as anybody likes.
type scopeContext struct {
	context.Context
	scope Scope
}

type scopeKey struct{}

func (c *scopeContext) Value(key any) any {
	if key == (scopeKey{}) {
		return c
	}
	return c.Context.Value(key)
}
