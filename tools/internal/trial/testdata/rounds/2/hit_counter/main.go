// truth: reset line 21,34 plain
package main

import (
	"fmt"
	"strings"
	"sync"
)

// tally is what one log file adds up to.
type tally struct {
	hits   int
	errors int
	paths  []string
}

var tallies = sync.Pool{New: func() any { return &tally{paths: make([]string, 0, 32)} }}

// summary returns a line about a log file.
func summary(name, file string) string {
	t := tallies.Get().(*tally)
	for line := range strings.Lines(file) {
		path, status, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		t.hits++
		if strings.HasPrefix(status, "5") {
			t.errors++
			t.paths = append(t.paths, path)
		}
	}
	text := fmt.Sprintf("%s: %d hits, %d errors %v", name, t.hits, t.errors, t.paths)
	tallies.Put(t)
	return text
}

func main() {
	logs := map[string]string{
		"mon": "/ 200\n/a 500\n/b 200\n",
		"tue": "/ 200\n\n/c 404\n",
		"wed": "/d 503\n",
	}
	for _, day := range []string{"mon", "tue", "wed"} {
		fmt.Println(summary(day, logs[day]))
	}
}
