package closures

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"testing"
)

// The function that runs when the context ends holds a reference.
func watchHeld(ctx context.Context, id int) {
	ref := streams.Get()
	defer ref.Release()
	ref.Value().ID = id
	context.AfterFunc(ctx, ref.Hold(report))
}

// The test's clean-up releases the stream.
func testStreamCleanup(t *testing.T, id int) {
	ref := streams.Get()
	t.Cleanup(ref.Release)
	if !fill(ref.Value(), id) {
		t.Fatal("stream is not filled")
	}
	report(ref.Value())
}

// The function that the server calls owns the stream.
func (s *server) openOwned(id int) {
	s.end()
	ref := streams.Get()
	ref.Value().ID = id
	s.onClose = func() {
		report(ref.Value())
		ref.Release()
	}
}

// The function that releases is called once on each way.
func fillEither(id int) bool {
	ref := streams.Get()
	release := func() {
		report(ref.Value())
		ref.Release()
	}
	if !fill(ref.Value(), id) {
		release()
		return false
	}
	apply(ref.Value(), report)
	release()
	return true
}

// The variadic function releases both streams, and the slice is spread.
func fillPairReleased(left, right int) {
	l, r := streams.Get(), streams.Get()
	fill(l.Value(), left)
	fill(r.Value(), right)
	other := r.Retain()
	releaseAll(l, r)
	report(other.Value())
	releaseAll(other)
}

// The handler leases for the time of its call.
func handlerDeferred() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.Atoi(r.FormValue("id"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		ref := streams.Get()
		defer func() {
			report(ref.Value())
			ref.Release()
		}()
		fill(ref.Value(), id)
		_, _ = w.Write(ref.Value().Window[:])
	}
}

// Only the first call through once releases.
func fillOnceOnly(id int) {
	ref := streams.Get()
	var once sync.Once
	release := func() { once.Do(ref.Release) }
	defer release()
	if !fill(ref.Value(), id) {
		release()
		return
	}
	report(ref.Value())
}
