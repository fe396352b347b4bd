// truth: correct
package main

import (
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type alert struct {
	key    string
	count  int
	hosts  map[string]int
	sample []byte
}

var alerts = rcpool.Pool[alert]{
	Name: "alerts",
	New:  func() *alert { return &alert{hosts: make(map[string]int)} },
	Reset: func(a *alert) {
		clear(a.hosts)
		a.key, a.count, a.sample = "", 0, a.sample[:0]
	},
}

func parse(line string) (rcpool.Ref[alert], error) {
	a := alerts.Get()
	defer rcpool.Drop(&a)
	var host string
	v := a.Value()
	if _, err := fmt.Sscanf(line, "%s %s", &v.key, &host); err != nil {
		return rcpool.Ref[alert]{}, fmt.Errorf("bad alert %q: %w", line, err)
	}
	v.count = 1
	v.hosts[host]++
	v.sample = append(v.sample, line...)
	return rcpool.Move(&a), nil
}

type window map[string]rcpool.Ref[alert]

// add takes over a: it is either kept or merged into the one that is there.
func (w window) add(a rcpool.Ref[alert]) {
	old, ok := w[a.Value().key]
	if !ok {
		w[a.Value().key] = a
		return
	}
	defer a.Release()
	into := old.Value()
	into.count += a.Value().count
	for h, n := range a.Value().hosts {
		into.hosts[h] += n
	}
}

// expire hands over what was seen less often than min, sorted.
func (w window) expire(min int) []rcpool.Ref[alert] {
	var out []rcpool.Ref[alert]
	for k, a := range w {
		if a.Value().count < min {
			delete(w, k)
			out = append(out, a)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Value().key < out[j].Value().key })
	return out
}

func main() {
	w := window{}
	for _, line := range []string{"disk a", "cpu b", "disk c", "junk", "disk a", "net z"} {
		a, err := parse(line)
		if err != nil {
			fmt.Println(err)
			continue
		}
		w.add(a)
	}
	for _, min := range []int{2, 100} {
		for _, a := range w.expire(min) {
			fmt.Println(a.Value().key, a.Value().count, len(a.Value().hosts))
			a.Release()
		}
	}
}
