// truth: correct

// Command shard-metrics aggregates counters in shards. A flush takes the maps of
// the shards away and merges them.
package main

import (
	"fmt"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type series struct {
	count  int64
	sum    float64
	recent []float64
}

func (s *series) Reset() { s.count, s.sum, s.recent = 0, 0, s.recent[:0] }

type scratch struct{ keys []string }

var (
	pool      = rcpool.Pool[series]{Name: "series"}
	scratches = rcpool.Pool[scratch]{Name: "scratch"}
	seed      = maphash.MakeSeed()
)

type table map[string]rcpool.Ref[series]

// release gives everything back.
func (t table) release() {
	for _, s := range t {
		s.Release()
	}
	clear(t)
}

// merge takes over the series of from, which is empty then.
func (t table) merge(from table) {
	for key, s := range from {
		delete(from, key)
		sum, ok := t[key]
		if !ok {
			t[key] = s
			continue
		}
		sum.Value().count += s.Value().count
		sum.Value().sum += s.Value().sum
		s.Release()
	}
}

type shard struct {
	mu sync.Mutex
	t  table
}

type aggregator [4]shard

func (a *aggregator) observe(key string, x float64) {
	sh := &a[maphash.String(seed, key)%uint64(len(a))]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	s, ok := sh.t[key]
	if !ok {
		if sh.t == nil {
			sh.t = table{}
		}
		s = pool.Get()
		sh.t[key] = s
	}
	v := s.Value()
	v.count++
	v.sum += x
	v.recent = append(v.recent, x)
}

func (a *aggregator) flush(into table) {
	for i := range a {
		a[i].mu.Lock()
		t := a[i].t
		a[i].t = nil
		a[i].mu.Unlock()
		into.merge(t)
	}
}

func report(t table) error {
	return scratches.With(func(s *scratch) error {
		for key := range t {
			s.keys = append(s.keys, key)
		}
		slices.Sort(s.keys)
		for _, key := range s.keys {
			v := t[key].Value()
			if _, err := fmt.Println(key, v.count, v.sum); err != nil {
				return err
			}
		}
		return nil
	})
}

func main() {
	var a aggregator
	total := table{}
	defer total.release()
	for range 2 {
		var wg sync.WaitGroup
		for w := range 3 {
			wg.Go(func() {
				for n := range 40 {
					a.observe(fmt.Sprint("metric", n%5), float64(w))
				}
			})
		}
		wg.Wait()
		a.flush(total)
	}
	if err := report(total); err != nil {
		fmt.Println(err)
	}
}
