// truth: leak line 35,62 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Reading struct {
	Sensor string
	Values []float64
}

func (r *Reading) Reset() {
	r.Sensor = ""
	r.Values = r.Values[:0]
}

// Latest has the latest reading of each sensor, and owns it.
type Latest struct {
	mu   sync.Mutex
	rows map[string]rcpool.Ref[Reading]
}

// Set takes over the reading.
func (l *Latest) Set(r rcpool.Ref[Reading]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(r.Value().Values) == 0 {
		r.Release()
		return
	}
	l.rows[r.Value().Sensor] = r
}

// Get returns a reference for the caller.
func (l *Latest) Get(sensor string) (rcpool.Ref[Reading], bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r, ok := l.rows[sensor]
	if !ok {
		return rcpool.Ref[Reading]{}, false
	}
	return r.Retain(), true
}

func (l *Latest) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k, r := range l.rows {
		r.Release()
		delete(l.rows, k)
	}
}

func main() {
	var pool rcpool.Pool[Reading]
	table := &Latest{rows: map[string]rcpool.Ref[Reading]{}}
	for i := range 6 {
		r := pool.Get()
		r.Value().Sensor = fmt.Sprint("s", i%4)
		if i != 2 {
			r.Value().Values = append(r.Value().Values, float64(i))
		}
		table.Set(r)
	}
	for _, name := range []string{"s0", "s1", "s2"} {
		if r, ok := table.Get(name); ok {
			fmt.Println(name, r.Value().Values)
			r.Release()
		}
	}
	table.Clear()
	fmt.Println("open", pool.Stats().InUse)
}
