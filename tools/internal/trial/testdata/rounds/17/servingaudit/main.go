// truth: escape line 63 plain
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type vector struct {
	entity string
	names  []string
	vals   []float32
}

func (v *vector) Reset() {
	v.entity = ""
	clear(v.names)
	v.names = v.names[:0]
	v.vals = v.vals[:0]
}

var vectors = rcpool.Pool[vector]{Name: "vectors"}

type audit struct {
	mu   sync.Mutex
	seen map[string]float32
	wg   sync.WaitGroup
}

func (a *audit) record(v *vector) {
	time.Sleep(time.Millisecond)
	a.mu.Lock()
	defer a.mu.Unlock()
	var sum float32
	for _, x := range v.vals {
		sum += x
	}
	a.seen[v.entity] = sum
}

type server struct {
	audit  *audit
	online map[string]map[string]float32
}

func (s *server) features(entity string, names []string) (map[string]float32, error) {
	row, ok := s.online[entity]
	if !ok {
		return nil, fmt.Errorf("unknown entity %q", entity)
	}
	ref := vectors.Get()
	defer ref.Release()
	v := ref.Value()
	v.entity = entity
	for _, n := range names {
		v.names = append(v.names, n)
		v.vals = append(v.vals, row[n])
	}
	s.audit.wg.Add(1)
	go func() {
		defer s.audit.wg.Done()
		s.audit.record(v)
	}()
	out := make(map[string]float32, len(names))
	for i, n := range v.names {
		out[n] = v.vals[i]
	}
	return out, nil
}

func main() {
	s := &server{
		audit:  &audit{seen: map[string]float32{}},
		online: map[string]map[string]float32{"u1": {"age": 30, "clicks": 7}, "u2": {"age": 41}},
	}
	for _, e := range []string{"u1", "u2", "u3"} {
		out, err := s.features(e, []string{"age", "clicks"})
		fmt.Println(e, out, err)
	}
	s.audit.wg.Wait()
	fmt.Println(len(s.audit.seen))
}
