// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type record struct {
	ID    int      `json:"id"`
	Tags  []string `json:"tags"`
	score int
}

func (r *record) Reset() {
	clear(r.Tags)
	*r = record{Tags: r.Tags[:0]}
}

var records = rcpool.Pool[record]{Name: "records"}

type refs = chan rcpool.Ref[record]

func decode(in <-chan string, bad *[]error) refs {
	out := make(refs)
	go func() {
		defer close(out)
		for line := range in {
			r, err := stdpool.DecodeJSON([]byte(line), &records)
			if err != nil {
				*bad = append(*bad, err)
				continue
			}
			out <- r
		}
	}()
	return out
}

func filter(in refs, keep func(*record) bool) refs {
	out := make(refs)
	go func() {
		defer close(out)
		for r := range in {
			if !keep(r.Value()) {
				r.Release()
				continue
			}
			out <- r
		}
	}()
	return out
}

// tee gives every record to both outputs.
func tee(in refs) (refs, refs) {
	a, b := make(refs, 4), make(refs, 4)
	go func() {
		defer close(a)
		defer close(b)
		for r := range in {
			b <- r.Retain()
			a <- r
		}
	}()
	return a, b
}

func count(in refs, f func(*record) int) (n int) {
	for r := range in {
		n += f(r.Value())
		r.Release()
	}
	return n
}

func main() {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for i := range 30 {
			if i%10 == 7 {
				lines <- `{"id":`
				continue
			}
			lines <- fmt.Sprintf(`{"id":%d,"tags":["t%d","x"]}`, i, i%3)
		}
	}()
	var bad []error
	kept := filter(decode(lines, &bad), func(r *record) bool {
		r.score = r.ID * 2
		return r.Tags[0] != "t1"
	})
	a, b := tee(kept)
	var wg sync.WaitGroup
	var scores, tags int
	wg.Go(func() { scores = count(a, func(r *record) int { return r.score }) })
	wg.Go(func() { tags = count(b, func(r *record) int { return len(r.Tags) }) })
	wg.Wait()
	fmt.Println(scores, tags, len(bad))
}
