// truth: use-after-release line 49 callee
package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type trace struct {
	id    string
	spans []string
	took  time.Duration
}

func (t *trace) Reset() {
	clear(t.spans)
	*t = trace{spans: t.spans[:0]}
}

var traces = rcpool.Pool[trace]{Name: "traces"}

type collector struct {
	limit    time.Duration
	exported int
	slow     []string
}

func (c *collector) export(t rcpool.Ref[trace]) int {
	defer t.Release()
	n := 0
	for _, s := range t.Value().spans {
		n += len(s)
	}
	c.exported += n
	return n
}

// finish takes over t.
func (c *collector) finish(t rcpool.Ref[trace], took time.Duration) {
	t.Value().took = took
	if took < c.limit && len(t.Value().spans) < 2 {
		t.Release()
		return
	}
	n := c.export(t)
	if took >= c.limit {
		c.slow = append(c.slow, fmt.Sprintf("%s: %d bytes", t.Value().id, n))
	}
}

func start(id string, spans ...string) rcpool.Ref[trace] {
	t := traces.Get()
	t.Value().id = id
	t.Value().spans = append(t.Value().spans, spans...)
	return t
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p.(*rcpool.Misuse).Kind)
		}
	}()
	c := &collector{limit: time.Second}
	c.finish(start("a", "db"), time.Millisecond)
	c.finish(start("b", "db", "cache"), time.Millisecond)
	fmt.Println(c.exported)
	c.finish(start("c", "db"), 2*time.Second)
	fmt.Println(c.slow)
}
