// truth: correct
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type reading struct {
	device  string
	celsius []float64
}

func (r *reading) Reset() { r.device, r.celsius = "", r.celsius[:0] }

var readings rcpool.Pool[reading]

// A window keeps the latest reading of each device, and the hottest of all.
// Both may be the same lease, with two references.
type window struct {
	latest  map[string]rcpool.Ref[reading]
	hottest rcpool.Ref[reading]
}

func peak(r *reading) float64 { return slices.Max(r.celsius) }

// add borrows r.
func (w *window) add(r *rcpool.Ref[reading]) {
	dev := r.Value().device
	if old, ok := w.latest[dev]; ok {
		old.Release()
	}
	w.latest[dev] = r.Retain()
	if !w.hottest.IsZero() && peak(w.hottest.Value()) >= peak(r.Value()) {
		return
	}
	rcpool.Drop(&w.hottest)
	w.hottest = r.Retain()
}

func (w *window) close() {
	for _, r := range w.latest {
		r.Release()
	}
	clear(w.latest)
	rcpool.Drop(&w.hottest)
}

func (w *window) swap(other *window) {
	w.latest, other.latest = other.latest, w.latest
	w.hottest, other.hottest = other.hottest, w.hottest
}

func measure(dev string, c ...float64) rcpool.Ref[reading] {
	r := readings.Get()
	r.Value().device = dev
	r.Value().celsius = append(r.Value().celsius, c...)
	return r
}

func main() {
	cur := &window{latest: make(map[string]rcpool.Ref[reading])}
	old := &window{latest: make(map[string]rcpool.Ref[reading])}
	for i := range 12 {
		r := measure(fmt.Sprint("d", i%3), float64(20+i*7%11), float64(i))
		cur.add(&r)
		r.Release()
		if i == 5 {
			cur.swap(old)
			cur.close()
		}
	}
	fmt.Println(len(cur.latest), cur.hottest.Value().device, peak(cur.hottest.Value()), peak(old.hottest.Value()))
	cur.close()
	old.close()
	fmt.Println(readings.Stats().InUse)
}
