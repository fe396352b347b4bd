// truth: correct
package main

import (
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type vector struct {
	key  string
	vals []float32
	norm float32
}

func (v *vector) Reset() { v.key, v.vals, v.norm = "", v.vals[:0], 0 }

var vectors = rcpool.Pool[vector]{Name: "vectors"}

// A row of a batch refers to a vector of the store or to one of its own.
type row struct {
	vec    rcpool.Ref[vector]
	cached bool
}

type store struct {
	vecs map[string]rcpool.Ref[vector]
	hits int
}

func (s *store) row(key string) row {
	if v, ok := s.vecs[key]; ok {
		s.hits++
		return row{v.Retain(), true}
	}
	return row{embed(key), false}
}

func embed(key string) rcpool.Ref[vector] {
	v := vectors.Get()
	x := v.Value()
	x.key = key
	for _, c := range key {
		x.vals = append(x.vals, float32(c))
		x.norm += float32(c)
	}
	return v
}

// adopt takes over the new vectors of a batch, and releases the rest.
func (s *store) adopt(batch []row) {
	for i, r := range batch {
		batch[i] = row{}
		key := r.vec.Value().key
		if _, known := s.vecs[key]; r.cached || known {
			r.vec.Release()
			continue
		}
		s.vecs[key] = r.vec
	}
}

// take removes a vector for good, if nobody else uses it.
func (s *store) take(key string, inUse bool) *vector {
	v, ok := s.vecs[key]
	if !ok {
		return nil
	}
	delete(s.vecs, key)
	if inUse {
		v.Release()
		return nil
	}
	return v.Detach()
}

func (s *store) trim(max int) {
	keys := make([]string, 0, len(s.vecs))
	for k := range s.vecs {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		return s.vecs[keys[i]].Value().norm > s.vecs[keys[j]].Value().norm
	})
	for len(keys) > max {
		last := keys[len(keys)-1]
		keys = keys[:len(keys)-1]
		s.vecs[last].Release()
		delete(s.vecs, last)
	}
}

func score(batch []row) (total float32) {
	for _, r := range batch {
		total += r.vec.Value().norm * float32(len(r.vec.Value().vals))
	}
	return total
}

func main() {
	s := &store{vecs: map[string]rcpool.Ref[vector]{}}
	for _, keys := range [][]string{{"user", "item", "user"}, {"item", "geo"}, {"a", "geo", "time"}} {
		var batch []row
		for _, k := range keys {
			batch = append(batch, s.row(k))
		}
		fmt.Println(score(batch))
		s.adopt(batch)
		s.trim(4)
	}
	own := s.take("user", false)
	fmt.Println(own.key, s.take("geo", true), s.hits)
	s.trim(0)
	fmt.Println(len(s.vecs))
}
