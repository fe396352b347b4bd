package httpfront

import (
	"errors"
	"net/http"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

// What Bind returns is owned.
func (s *shop) createLost(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &orders, limit) // want "leak: "
	if !ok {
		return
	}
	answer(w, price(order.Value()))
}

// An order that is not valid is lost.
func (s *shop) updateLost(w http.ResponseWriter, r *http.Request) {
	order, err := rchttp.Decode(w, r, &orders, limit) // want "leak: "
	if err != nil {
		var body *rchttp.BodyError
		if errors.As(err, &body) {
			http.Error(w, body.Reason, body.Status)
		}
		return
	}
	if err := validate(order.Value()); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	answer(w, price(order.Value()))
	order.Release()
}

// If Bind fails, there is nothing to release.
func (s *shop) submitZero(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &orders, limit)
	defer order.Release() // want "zero-ref: "
	if !ok {
		return
	}
	answer(w, price(order.Value()))
}

// The reply that the scope releases is kept in a field.
func (s *shop) quoteKept(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	order := rchttp.Borrow(scope, &orders)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = order.Value() // missed "escape: "
}

// The scope has taken the order over.
func (s *shop) adoptTwice(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &orders, limit)
	if !ok {
		return
	}
	defer ref.Release()
	order := rchttp.Adopt(scope, ref) // want "double-release: "
	answer(w, price(order.Value()))
}

// The scope releases it, so the caller must not.
func (s *shop) adoptReleased(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref := orders.Get()
	order := rchttp.Adopt(scope, ref)
	answer(w, price(order.Value()))
	ref.Release() // want "double-release: "
}

// Two scopes cannot both release it.
func (s *shop) adoptAgain(w http.ResponseWriter, r *http.Request, scope, outer rchttp.Scope) {
	ref := orders.Get()
	rchttp.Adopt(scope, ref)
	rchttp.Adopt(outer, ref) // want "double-release: "
}

// What was released cannot be adopted.
func (s *shop) adoptStale(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref := orders.Get()
	ref.Value().ID = 5
	ref.Release()
	order := rchttp.Adopt(scope, ref) // want "use-after-release: "
	answer(w, price(order.Value()))
}

// It is not adopted where the order is refused.
func (s *shop) adoptTooLate(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref := orders.Get() // want "leak: "
	ref.Value().ID = len(r.URL.Path)
	if validate(ref.Value()) != nil {
		http.NotFound(w, r)
		return
	}
	answer(w, price(rchttp.Adopt(scope, ref).Value()))
}

// The goroutine outlives the request, and holds nothing.
func (s *shop) laterUnheld(w http.ResponseWriter, r *http.Request) {
	scope := rchttp.ScopeOf(r.Context())
	order := rchttp.Borrow(scope, &orders)
	value := order.Value()
	value.ID = 1
	s.wg.Go(func() { audit(value) }) // missed "escape: "
	w.WriteHeader(http.StatusAccepted)
}

// The reference that is retained is lost when the queue is full.
func (s *shop) forwardLost(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	order := rchttp.Borrow(scope, &orders)
	order.Value().ID = 2
	if retained := order.Retain(); !s.enqueue(retained) { // want "leak: "
		http.Error(w, "busy", http.StatusServiceUnavailable)
	}
}

// The scope is used by a goroutine that nobody waits for.
func (s *shop) parallelLate(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	s.wg.Go(func() {
		order := rchttp.Borrow(scope, &orders) // missed "escape: "
		audit(order.Value())
	})
}

// The handler keeps its scope.
func (s *shop) handlerKept() http.Handler {
	return rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.scope = rchttp.ScopeOf(r.Context()) // missed "escape: "
	}))
}

// The generic middleware does not release what it binds.
func boundLost[T any](pool *rcpool.Pool[T], next func(http.ResponseWriter, *T)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ref, ok := rchttp.Bind(w, r, pool, limit) // want "leak: "
		if !ok {
			return
		}
		next(w, ref.Value())
	})
}

// A callee has given it to the scope.
func (s *shop) readReleased(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := read(w, r, scope)
	if !ok {
		return
	}
	answer(w, price(ref.Value()))
	ref.Release() // want "double-release: "
}

// It is released when the handler returns, and then by the scope.
func (s *shop) readDeferred(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	if ref, ok := read(w, r, scope); ok { // want "double-release: "
		defer ref.Release()
		answer(w, price(ref.Value()))
	}
}
