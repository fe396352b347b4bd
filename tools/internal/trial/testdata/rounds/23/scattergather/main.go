// truth: leak line 62,77,80 hard

// Command scattergather asks all shards and merges their answers.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type hit struct {
	doc   int
	score float64
}

type answer struct {
	shard int
	hits  []hit
}

func (a *answer) Reset() { *a = answer{hits: a.hits[:0]} }

var answers = rcpool.Pool[answer]{Name: "answers"}

type shard struct {
	id   int
	docs map[int]float64
	down bool
}

var errDown = errors.New("shard is down")

func (s *shard) search(boost float64) (rcpool.Ref[answer], error) {
	if s.down {
		return rcpool.Ref[answer]{}, fmt.Errorf("shard %d: %w", s.id, errDown)
	}
	a := answers.Get()
	v := a.Value()
	v.shard = s.id
	for doc, score := range s.docs {
		v.hits = append(v.hits, hit{doc, score * boost})
	}
	return a, nil
}

type reply struct {
	a   rcpool.Ref[answer]
	err error
}

// gather returns one answer of each shard, which the caller releases.
func gather(shards []*shard, boost float64) ([]rcpool.Ref[answer], error) {
	replies := make(chan reply, len(shards))
	var wg sync.WaitGroup
	for _, s := range shards {
		wg.Go(func() {
			a, err := s.search(boost)
			replies <- reply{a, err}
		})
	}
	wg.Wait()
	close(replies)
	var (
		got   = make([]rcpool.Ref[answer], 0, len(shards))
		first error
	)
	for r := range replies {
		if r.err != nil {
			first = cmp.Or(first, r.err)
			continue
		}
		got = append(got, r.a)
	}
	if first != nil {
		return nil, first
	}
	return got, nil
}

func search(shards []*shard, boost float64, n int) ([]hit, error) {
	all, err := gather(shards, boost)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, a := range all {
			a.Release()
		}
	}()
	var top []hit
	for _, a := range all {
		top = append(top, a.Value().hits...)
	}
	slices.SortFunc(top, func(a, b hit) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc)) })
	return top[:min(n, len(top))], nil
}

func main() {
	var shards []*shard
	for id := range 4 {
		docs := map[int]float64{}
		for d := range 5 {
			docs[id*10+d] = float64((id + 3) * (d + 7) % 11)
		}
		shards = append(shards, &shard{id: id, docs: docs})
	}
	fmt.Println(search(shards, 1.5, 3))
	shards[2].down = true
	fmt.Println(search(shards, 1, 3))
}
