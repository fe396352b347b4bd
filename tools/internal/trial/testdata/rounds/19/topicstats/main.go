// truth: use-after-release line 60 plain
package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

type report struct {
	lines  []string
	total  int
	errors int
}

func (r *report) Reset() {
	clear(r.lines)
	r.lines, r.total, r.errors = r.lines[:0], 0, 0
}

var reports = rcpool.Pool[report]{Name: "reports"}

type partition struct {
	topic  string
	offset int
	lag    int
	failed bool
}

// summarize writes one line per topic, and returns how many partitions failed.
func summarize(parts []partition, write func(string) error) (int, error) {
	byTopic := map[string][2]int{}
	r := reports.Get()
	v := r.Value()
	for _, p := range parts {
		s := byTopic[p.topic]
		s[0] += p.offset
		s[1] += p.lag
		byTopic[p.topic] = s
		v.total++
		if p.failed {
			v.errors++
		}
	}
	for topic, s := range byTopic {
		v.lines = append(v.lines, fmt.Sprintf("%s offset=%d lag=%d", topic, s[0], s[1]))
	}
	sort.Strings(v.lines)
	if v.total == 0 {
		r.Release()
		return 0, write("nothing to report")
	}
	err := write(strings.Join(v.lines, "\n"))
	r.Release()
	if err != nil {
		return 0, fmt.Errorf("report: %w", err)
	}
	return v.errors, nil
}

func main() {
	parts := []partition{
		{"orders", 100, 3, false}, {"orders", 90, 0, true},
		{"clicks", 4000, 17, true}, {"clicks", 3900, 1, false},
	}
	write := func(s string) error {
		fmt.Println(s)
		return nil
	}
	fmt.Println(summarize(nil, write))
	fmt.Println(summarize(parts, write))
	_, err := summarize(parts, func(string) error { return fmt.Errorf("pipe closed") })
	fmt.Println(err)
}
