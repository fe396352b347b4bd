// truth: zero-ref line 45 plain
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Row struct {
	Key   string
	Left  int
	Right int
}

var rows = rcpool.Pool[Row]{Name: "rows"}

var errNoKey = errors.New("no key")

type clicks map[string]int

type joiner struct {
	clicks  clicks
	out     chan rcpool.Ref[Row]
	matched map[string]int
}

// join looks the other side up and sends the pair on.
func (j *joiner) join(key string, views int) error {
	row := rows.Get()
	defer rcpool.Drop(&row)
	r := row.Value()
	r.Key, r.Left = key, views
	if key == "" {
		return errNoKey
	}
	right, ok := j.clicks[key]
	if !ok {
		return fmt.Errorf("%q: nothing to join", key)
	}
	r.Right = right
	j.out <- rcpool.Move(&row)
	j.matched[row.Value().Key]++
	return nil
}

func main() {
	j := &joiner{
		clicks:  clicks{"a": 3, "b": 9},
		out:     make(chan rcpool.Ref[Row], 4),
		matched: map[string]int{},
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for row := range j.out {
			r := row.Value()
			fmt.Printf("%s: %d views, %d clicks\n", r.Key, r.Left, r.Right)
			row.Release()
		}
	})
	for _, key := range []string{"", "zzz", "a", "b"} {
		if err := j.join(key, 10); err != nil {
			fmt.Println(err)
		}
	}
	close(j.out)
	wg.Wait()
}
