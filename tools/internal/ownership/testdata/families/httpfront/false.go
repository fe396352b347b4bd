package httpfront

import (
	"errors"
	"net/http"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

// Bind answers when something is wrong, and there is nothing to release.
func (s *shop) create(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &orders, limit)
	if !ok {
		return
	}
	defer order.Release()
	answer(w, price(order.Value()))
}

// Decode returns an error, and the handler answers.
func (s *shop) update(w http.ResponseWriter, r *http.Request) {
	order, err := rchttp.Decode(w, r, &orders, limit)
	if err != nil {
		var body *rchttp.BodyError
		if errors.As(err, &body) {
			http.Error(w, body.Reason, body.Status)
		}
		return
	}
	defer order.Release()
	if err := validate(order.Value()); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	answer(w, price(order.Value()))
}

// The queue takes the order over, or it is released here.
func (s *shop) submit(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &orders, limit)
	if !ok {
		return
	}
	if !s.enqueue(order) {
		order.Release()
		http.Error(w, "busy", http.StatusServiceUnavailable)
	}
}

// The scope releases what it has leased.
func (s *shop) quote(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	reply := rchttp.Borrow(scope, &replies)
	reply.Value().Total = len(r.URL.Path)
	if reply.Value().Total == 0 {
		http.NotFound(w, r)
		return
	}
	answer(w, reply.Value().Total)
}

// The scope takes over what Bind has leased.
func (s *shop) adopt(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &orders, limit)
	if !ok {
		return
	}
	order := rchttp.Adopt(scope, ref)
	if validate(order.Value()) != nil {
		return
	}
	answer(w, price(order.Value()))
}

// The scope owns what was adopted, and the old reference is as good as the new one.
func (s *shop) adoptedByName(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	if ref, ok := rchttp.Bind(w, r, &orders, limit); ok {
		rchttp.Adopt(scope, ref)
		answer(w, price(ref.Value()))
	}
}

// Each of two scopes has a reference of its own.
func (s *shop) adoptedByTwo(w http.ResponseWriter, r *http.Request, scope, outer rchttp.Scope) {
	ref := orders.Get()
	rchttp.Adopt(outer, ref.Retain())
	rchttp.Adopt(scope, ref)
	answer(w, ref.Value().ID)
}

// Each turn of the loop adopts another one.
func (s *shop) adoptedMany(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	total := 0
	for id := range 3 {
		ref := orders.Get()
		ref.Value().ID = id
		rchttp.Adopt(scope, ref)
		total += ref.Value().ID
	}
	answer(w, total)
}

// What a helper has leased is adopted, and more references are taken of it.
func (s *shop) adoptedShared(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	order := rchttp.Adopt(scope, orders.Get())
	order.Value().ID = 3
	again := order.Retain()
	if !s.enqueue(again) {
		again.Release()
	}
	answer(w, order.Value().ID)
}

// A method of a wrapper adopts for it.
type page struct {
	scope rchttp.Scope
	order rchttp.Borrowed[Order]
}

func (p *page) take(ref rcpool.Ref[Order]) *Order {
	p.order = rchttp.Adopt(p.scope, ref)
	return ref.Value()
}

func (s *shop) adoptedByMethod(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	p := page{scope: scope}
	order := p.take(orders.Get())
	order.ID = 4
	answer(w, p.order.Value().ID)
}

// Work that outlives the request has a reference of its own.
func (s *shop) later(w http.ResponseWriter, r *http.Request) {
	scope := rchttp.ScopeOf(r.Context())
	order := rchttp.Borrow(scope, &orders)
	order.Value().ID = 1
	s.wg.Add(1)
	order.Go(func(o *Order) {
		defer s.wg.Done()
		audit(o)
	})
	w.WriteHeader(http.StatusAccepted)
}

// The reference that is retained is sent, and owned by who receives it.
func (s *shop) forward(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	order := rchttp.Borrow(scope, &orders)
	order.Value().ID = 2
	retained := order.Retain()
	if !s.enqueue(retained) {
		retained.Release()
	}
	answer(w, order.Value().ID)
}

// The goroutine is joined before the handler returns.
func (s *shop) parallel(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	order := rchttp.Borrow(scope, &orders)
	value := order.Value()
	total := make(chan int)
	go func() { total <- price(value) }()
	answer(w, <-total)
}

// The handler is wrapped, and finds its scope in the context.
func (s *shop) handler() http.Handler {
	return rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		order := rchttp.Borrow(rchttp.ScopeOf(r.Context()), &orders)
		order.Value().ID = 3
		note := append([]byte(nil), order.Value().Note...)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.sum += order.Value().ID + len(note)
	}))
}

// The middleware is generic: it binds, and hands the value to the handler.
func bound[T any](pool *rcpool.Pool[T], next func(http.ResponseWriter, *T)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ref, ok := rchttp.Bind(w, r, pool, limit)
		if !ok {
			return
		}
		defer ref.Release()
		next(w, ref.Value())
	})
}

// A callee has given it to the scope, which releases it.
func (s *shop) readScoped(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := read(w, r, scope)
	if !ok {
		return
	}
	answer(w, price(ref.Value()))
}

// The queue gets a reference of its own.
func (s *shop) readRetained(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := read(w, r, scope)
	if !ok {
		return
	}
	if retained := ref.Retain(); !s.enqueue(retained) {
		retained.Release()
	}
	answer(w, price(ref.Value()))
}
