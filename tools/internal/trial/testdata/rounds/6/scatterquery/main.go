// truth: use-after-release line 68 hard
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Result struct {
	Shard int
	Hits  []string
}

func (r *Result) Reset() {
	clear(r.Hits)
	*r = Result{Hits: r.Hits[:0]}
}

var results = rcpool.Pool[Result]{Name: "results"}

type shard struct {
	id   int
	docs []string
}

func (s shard) search(word string) rcpool.Ref[Result] {
	result := results.Get()
	r := result.Value()
	r.Shard = s.id
	for _, doc := range s.docs {
		if strings.Contains(doc, word) {
			r.Hits = append(r.Hits, doc)
		}
	}
	return result
}

type cluster []shard

// scatter asks all shards at once and returns their results by shard.
func (c cluster) scatter(word string) []rcpool.Ref[Result] {
	answers := make([]rcpool.Ref[Result], len(c))
	var wg sync.WaitGroup
	for i, s := range c {
		wg.Go(func() { answers[i] = s.search(word) })
	}
	wg.Wait()
	return answers
}

func (c cluster) query(word string) (hits []string, summary string) {
	answers := c.scatter(word)
	best := 0
	for i, answer := range answers {
		r := answer.Value()
		hits = append(hits, r.Hits...)
		if len(r.Hits) > len(answers[best].Value().Hits) {
			best = i
		}
	}
	for _, answer := range answers {
		answer.Release()
	}
	top := answers[best].Value()
	return hits, fmt.Sprintf("%d hits, most in shard %d", len(hits), top.Shard)
}

func main() {
	c := cluster{
		{1, []string{"red fox", "blue bird"}},
		{2, []string{"red car", "red rose"}},
		{3, nil},
	}
	defer func() {
		err, _ := recover().(error)
		fmt.Println("recovered:", errors.Is(err, rcpool.UseAfterRelease))
	}()
	hits, summary := c.query("red")
	fmt.Println(hits, summary)
}
