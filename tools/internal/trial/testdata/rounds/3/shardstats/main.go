// truth: reset line 29,44 plain

package main

import (
	"fmt"
	"sort"
	"sync"
)

type stats struct {
	durations []int
	errors    int
}

var scratch = sync.Pool{New: func() any { return new(stats) }}

type event struct {
	shard  int
	millis int
	failed bool
}

type summary struct {
	count, median, errors int
}

func summarize(events []event, shard int) summary {
	s := scratch.Get().(*stats)
	for _, e := range events {
		if e.shard != shard {
			continue
		}
		s.durations = append(s.durations, e.millis)
		if e.failed {
			s.errors++
		}
	}
	sort.Ints(s.durations)
	result := summary{count: len(s.durations), errors: s.errors}
	if n := len(s.durations); n > 0 {
		result.median = s.durations[n/2]
	}
	scratch.Put(s)
	return result
}

func main() {
	var events []event
	for i := range 30 {
		events = append(events, event{shard: i % 3, millis: i * 7 % 11, failed: i%10 == 0})
	}
	total := 0
	for shard := range 3 {
		s := summarize(events, shard)
		total += s.count
		fmt.Println(shard, s.median, s.errors)
	}
	for range 5 {
		total += summarize(events, 9).count
	}
	if total != len(events) {
		panic(fmt.Sprint("counted ", total, " of ", len(events)))
	}
}
