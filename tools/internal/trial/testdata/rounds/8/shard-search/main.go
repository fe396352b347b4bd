// truth: correct
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type hit struct {
	doc   string
	score int
}

type request struct {
	terms []string
	limit int
}

type results struct{ hits []hit }

func (r *results) Reset() {
	clear(r.hits)
	r.hits = r.hits[:0]
}

var (
	requests rcpool.Pool[request]
	pool     rcpool.Pool[results]
	errShard = errors.New("shard is down")
)

type shard struct {
	docs []string
	down bool
}

// search borrows req, also in its goroutines, because it waits for them.
func search(ctx context.Context, shards []shard, req *request) (rcpool.Ref[results], error) {
	parts := make([]rcpool.Ref[results], len(shards))
	errs := make([]error, len(shards))
	var wg sync.WaitGroup
	for i := range shards {
		wg.Go(func() { parts[i], errs[i] = shards[i].find(ctx, req) })
	}
	wg.Wait()
	defer func() {
		for i := range parts {
			rcpool.Drop(&parts[i])
		}
	}()
	if err := errors.Join(errs...); err != nil {
		return rcpool.Ref[results]{}, err
	}
	out := pool.Get()
	for _, p := range parts {
		out.Value().hits = append(out.Value().hits, p.Value().hits...)
	}
	v := out.Value()
	slices.SortFunc(v.hits, func(a, b hit) int { return cmp.Or(b.score-a.score, strings.Compare(a.doc, b.doc)) })
	if len(v.hits) > req.limit {
		clear(v.hits[req.limit:])
		v.hits = v.hits[:req.limit]
	}
	return out, nil
}

func (s *shard) find(ctx context.Context, req *request) (r rcpool.Ref[results], err error) {
	if s.down {
		return r, errShard
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	r = pool.Get()
	for _, d := range s.docs {
		n := 0
		for _, t := range req.terms {
			n += strings.Count(d, t)
		}
		if n > 0 {
			r.Value().hits = append(r.Value().hits, hit{d, n})
		}
	}
	return r, nil
}

func main() {
	shards := []shard{{docs: []string{"go pools", "go go"}}, {docs: []string{"rust", "pools of go"}}, {}}
	for _, down := range []bool{false, true} {
		shards[2].down = down
		req := requests.Get()
		req.Value().terms = []string{"go", "pool"}
		req.Value().limit = 2
		res, err := search(context.Background(), shards, req.Value())
		req.Release()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(res.Value().hits)
		res.Release()
	}
}
