// truth: use-after-release line 54 plain

// An agent sends heartbeats with what it has measured since the last one.
package main

import (
	"fmt"
	"io"
	"time"

	"github.com/rcpool/rcpool"
)

type heartbeat struct {
	host   string
	seq    int
	gauges map[string]float64
}

func (h *heartbeat) Reset() {
	h.host, h.seq = "", 0
	clear(h.gauges)
}

var beats = rcpool.Pool[heartbeat]{
	Name: "heartbeats",
	New:  func() *heartbeat { return &heartbeat{gauges: map[string]float64{}} },
}

type agent struct {
	host string
	seq  int
	w    io.Writer
	slow int
}

func (a *agent) beat(load float64, limit time.Duration) error {
	start := time.Now()
	ref := beats.Get()
	h := ref.Value()
	a.seq++
	h.host, h.seq = a.host, a.seq
	h.gauges["load"] = load
	if load > 1 {
		h.gauges["overload"] = load - 1
	}
	_, err := fmt.Fprintf(a.w, "%s %d %v\n", h.host, h.seq, h.gauges)
	ref.Release()
	if err != nil {
		return err
	}
	if time.Since(start) > limit {
		a.slow++
		fmt.Println("slow heartbeat with", len(h.gauges), "gauges")
	}
	return nil
}

type slowWriter struct{ delay time.Duration }

func (s *slowWriter) Write(p []byte) (int, error) {
	time.Sleep(s.delay)
	s.delay *= 2
	return len(p), nil
}

func main() {
	a := &agent{host: "web1", w: &slowWriter{delay: time.Millisecond}}
	for i := range 5 {
		if err := a.beat(float64(i)/2, 5*time.Millisecond); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(a.seq, a.slow > 0)
}
