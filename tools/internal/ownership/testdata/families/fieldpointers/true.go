// Package fieldpointers has references in structs that are known by a pointer in a field.
package fieldpointers

import "github.com/rcpool/rcpool"

type Reading struct{ Device string }

var readings = rcpool.Pool[Reading]{Reset: func(r *Reading) { r.Device = "" }}

type window struct {
	hottest rcpool.Ref[Reading]
	seen    int
}

func (w *window) close() { rcpool.Drop(&w.hottest) }

func (w *window) swap(other *window) {
	w.hottest, other.hottest = other.hottest, w.hottest
}

type views struct {
	n   int
	cur *window
	old *window
}

// Nothing was put into the window.
func peekEmpty() string {
	var v views
	v.cur = &window{}
	return v.cur.hottest.Value().Device // want "zero-ref: "
}

// The window is empty after its reference was dropped.
func peekDropped() string {
	var v views
	v.cur = &window{hottest: readings.Get()}
	rcpool.Drop(&v.cur.hottest)
	return v.cur.hottest.Value().Device // want "zero-ref: "
}

// The reading was moved to the other window.
func peekMoved() string {
	var v views
	v.cur = &window{hottest: readings.Get()}
	other := rcpool.Move(&v.cur.hottest)
	defer other.Release()
	return v.cur.hottest.Value().Device // want "zero-ref: "
}

// Only one of the two windows gets a reading.
func peekOld() string {
	cur, old := &window{}, &window{}
	cur.hottest = readings.Get()
	defer cur.close()
	return old.hottest.Value().Device // want "zero-ref: "
}
