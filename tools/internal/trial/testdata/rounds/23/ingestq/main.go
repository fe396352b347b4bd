// truth: zero-ref line 81 plain
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type doc struct {
	ID   string   `json:"id"`
	Tags []string `json:"tags"`
	Body string   `json:"body"`
}

func (d *doc) Reset() {
	clear(d.Tags)
	*d = doc{Tags: d.Tags[:0]}
}

var docs = rcpool.Pool[doc]{Name: "docs"}

type shard struct {
	in    chan rcpool.Ref[doc]
	words map[string]int
}

func (s *shard) index() {
	for d := range s.in {
		for _, tag := range d.Value().Tags {
			s.words[tag]++
		}
		d.Release()
	}
}

type ingester struct {
	shards []*shard
	wg     sync.WaitGroup
	log    []string
}

var errID = errors.New("document without id")

func newIngester(n int) *ingester {
	in := new(ingester)
	for range n {
		s := &shard{in: make(chan rcpool.Ref[doc], 4), words: map[string]int{}}
		in.shards = append(in.shards, s)
		in.wg.Go(s.index)
	}
	return in
}

func (in *ingester) pick(id string) *shard {
	sum := 0
	for _, c := range id {
		sum += int(c)
	}
	return in.shards[sum%len(in.shards)]
}

func (in *ingester) accept(raw string) error {
	d, err := stdpool.DecodeJSON([]byte(raw), &docs)
	if err != nil {
		return err
	}
	defer rcpool.Drop(&d)
	if d.Value().ID == "" {
		return errID
	}
	if len(d.Value().Tags) == 0 {
		in.log = append(in.log, "untagged "+d.Value().ID)
		return nil
	}
	s := in.pick(d.Value().ID)
	s.in <- rcpool.Move(&d)
	in.log = append(in.log, "indexed "+d.Value().ID)
	return nil
}

func (in *ingester) close() int {
	total := 0
	for _, s := range in.shards {
		close(s.in)
	}
	in.wg.Wait()
	for _, s := range in.shards {
		for _, n := range s.words {
			total += n
		}
	}
	return total
}

func main() {
	in := newIngester(2)
	for _, raw := range []string{`{"tags":["x"]}`, `{"id":`, `{"id":"u"}`, `{"id":"a","tags":["go","pool"]}`} {
		if err := in.accept(raw); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(in.close(), in.log)
}
