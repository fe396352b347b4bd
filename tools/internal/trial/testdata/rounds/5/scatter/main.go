// truth: correct
package main

import (
	"fmt"
	"hash/crc32"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Query struct {
	Text  string
	Terms []string `rcpool:"keep"`
}

var queries = rcpool.Pool[Query]{
	Name: "queries",
	Reset: func(q *Query) {
		q.Text = ""
		clear(q.Terms)
		q.Terms = q.Terms[:0]
	},
}

type shard struct {
	seed uint32
	hits atomic.Int64
}

func (s *shard) search(q *Query) {
	for _, term := range q.Terms {
		if (crc32.ChecksumIEEE([]byte(term))^s.seed)%3 == 0 {
			s.hits.Add(1)
		}
	}
}

func gather(q rcpool.Ref[Query], shards []*shard) int64 {
	var wg sync.WaitGroup
	for _, s := range shards {
		wg.Go(q.Hold(s.search))
	}
	q.Release()
	wg.Wait()
	var sum int64
	for _, s := range shards {
		sum += s.hits.Swap(0)
	}
	return sum
}

func main() {
	shards := make([]*shard, 5)
	for i := range shards {
		shards[i] = &shard{seed: uint32(i)}
	}
	for round := range 3 {
		q := queries.Get()
		v := q.Value()
		v.Text = fmt.Sprint("round ", round)
		for i := range 10 {
			v.Terms = append(v.Terms, fmt.Sprint(v.Text, i))
		}
		fmt.Println(round, gather(q, shards) >= 0)
	}
}
