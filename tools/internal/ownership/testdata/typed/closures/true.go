package closures

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"testing"
)

// The function runs when the context ends, and the stream is gone by then.
func watch(ctx context.Context, id int) {
	ref := streams.Get()
	defer ref.Release()
	s := ref.Value()
	s.ID = id
	context.AfterFunc(ctx, func() { report(s) }) // want "escape: "
}

// The test's clean-up releases the stream, too.
func testStream(t *testing.T, id int) {
	ref := streams.Get()
	t.Cleanup(ref.Release)
	if !fill(ref.Value(), id) {
		t.Error("stream is not filled")
	}
	ref.Release() // want "double-release: "
}

// The server calls the function when the stream is gone.
func (s *server) open(id int) {
	ref := streams.Get()
	defer ref.Release()
	stream := ref.Value()
	stream.ID = id
	s.onClose = func() { report(stream) } // want "escape: "
}

// The function that releases is called twice.
func fillTwice(id int) bool {
	ref := streams.Get()
	release := func() {
		report(ref.Value())
		ref.Release()
	}
	filled := fill(ref.Value(), id)
	release()
	if !filled {
		release() // want "(double-release|use-after-release): "
	}
	return filled
}

// The variadic function has released both streams.
func fillPair(left, right int) {
	l, r := streams.Get(), streams.Get()
	fill(l.Value(), left)
	fill(r.Value(), right)
	releaseAll(l, r)
	r.Release() // want "double-release: "
}

// The handler is a function like any other.
func handler() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ref := streams.Get() // want "leak: "
		id, err := strconv.Atoi(r.FormValue("id"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fill(ref.Value(), id)
		_, _ = w.Write(ref.Value().Window[:])
		ref.Release()
	}
}

// The first call through once releases, and so does the function.
func fillOnce(id int) {
	ref := streams.Get()
	var once sync.Once
	if !fill(ref.Value(), id) {
		report(ref.Value())
	}
	once.Do(ref.Release)
	ref.Release() // want "double-release: "
}
