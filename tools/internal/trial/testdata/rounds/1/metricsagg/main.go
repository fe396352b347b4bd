// truth: correct

// Command metricsagg merges counters of shards by moving references between maps.
package main

import (
	"fmt"
	"iter"
	"log"
	"maps"
	"slices"

	"github.com/rcpool/rcpool"
)

type Series struct {
	Name    string
	Buckets [8]uint64
	Count   uint64
}

var pool = rcpool.Pool[Series]{Name: "series"}

// A Shard owns the series in it.
type Shard map[string]rcpool.Ref[Series]

func (s Shard) Observe(name string, bucket int) {
	ref, ok := s[name]
	if !ok {
		ref = pool.Get()
		ref.Value().Name = name
		s[name] = ref
	}
	v := ref.Value()
	v.Buckets[bucket%len(v.Buckets)]++
	v.Count++
}

// Merge takes over what is in from, which is empty afterwards.
func (s Shard) Merge(from Shard) {
	for name, theirs := range from {
		delete(from, name)
		ours, ok := s[name]
		if !ok {
			s[name] = theirs
			continue
		}
		a, b := ours.Value(), theirs.Value()
		for i, n := range b.Buckets {
			a.Buckets[i] += n
		}
		a.Count += b.Count
		theirs.Release()
	}
}

// All lends the series in the order of their names.
func (s Shard) All() iter.Seq[*Series] {
	return func(yield func(*Series) bool) {
		for _, name := range slices.Sorted(maps.Keys(s)) {
			if !yield(s[name].Value()) {
				return
			}
		}
	}
}

func (s Shard) Clear() {
	for _, ref := range s {
		ref.Release()
	}
	clear(s)
}

func top(s Shard, min uint64) (string, bool) {
	for series := range s.All() {
		if series.Count >= min {
			return series.Name, true
		}
	}
	return "", false
}

func main() {
	total := Shard{}
	defer total.Clear()
	for i := range 3 {
		shard := Shard{}
		for n := range 10 * (i + 1) {
			shard.Observe([]string{"get", "put", "del"}[n%(i+1)], n)
		}
		total.Merge(shard)
		if len(shard) != 0 {
			log.Fatal("shard is not empty")
		}
	}
	var sum uint64
	for series := range total.All() {
		sum += series.Count
	}
	name, ok := top(total, 20)
	if sum != 60 || !ok || name != "get" {
		log.Fatal(sum, name, ok)
	}
	if _, ok := top(total, 1000); ok {
		log.Fatal("found too much")
	}
	fmt.Println(sum, name)
}
