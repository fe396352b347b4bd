// truth: double-release line 58,68 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Window struct {
	Key   string
	Hits  []int64
	Limit int
}

func (w *Window) Reset() { w.Key, w.Limit, w.Hits = "", 0, w.Hits[:0] }

var windows rcpool.Pool[Window]

// each calls f with every element and releases it then.
func each[T any](refs []rcpool.Ref[T], f func(*T) bool) (n int) {
	for _, r := range refs {
		if f(r.Value()) {
			n++
		}
		r.Release()
	}
	return n
}

type limiter struct {
	limit int
	now   func() int64
}

func (l *limiter) open(keys []string) []rcpool.Ref[Window] {
	out := make([]rcpool.Ref[Window], 0, len(keys))
	for _, k := range keys {
		w := windows.Get()
		w.Value().Key, w.Value().Limit = k, l.limit
		out = append(out, w)
	}
	return out
}

func (l *limiter) hit(w *Window) {
	w.Hits = append(w.Hits, l.now())
}

func (l *limiter) run(rounds int, keys ...string) (over int, err error) {
	if len(keys) == 0 {
		return 0, errors.New("no keys")
	}
	ws := l.open(keys)
	defer func() {
		for i := range ws {
			ws[i].Release()
		}
	}()
	for i := range rounds {
		for j, w := range ws {
			if i%(j+1) == 0 {
				l.hit(w.Value())
			}
		}
	}
	over = each(ws, func(w *Window) bool { return len(w.Hits) > w.Limit })
	return over, nil
}

func main() {
	var clock int64
	l := &limiter{limit: 5, now: func() int64 { clock++; return clock }}
	_, err := l.run(10)
	fmt.Println(err)
	over, err := l.run(10, "a", "b", "c")
	fmt.Println(over, err)
}
