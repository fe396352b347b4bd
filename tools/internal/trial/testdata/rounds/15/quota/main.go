// truth: use-after-release line 53 plain
package main

import (
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type usage struct {
	Tenant string
	Calls  int
	Window []time.Duration
}

func (u *usage) Reset() { *u = usage{Window: u.Window[:0]} }

var usages = rcpool.Pool[usage]{Name: "usage"}

type limiter struct {
	mu    sync.Mutex
	limit int
	used  map[string]int
	log   *slog.Logger
}

func (l *limiter) measure(tenant string, n int) rcpool.Ref[usage] {
	u := usages.Get()
	v := u.Value()
	v.Tenant, v.Calls = tenant, n
	for i := range n {
		v.Window = append(v.Window, time.Duration(i)*time.Millisecond)
	}
	return u
}

func (l *limiter) allow(tenant string, n int) bool {
	ref := l.measure(tenant, n)
	u := ref.Value()
	l.mu.Lock()
	total := l.used[u.Tenant] + u.Calls
	over := total > l.limit
	if !over {
		l.used[u.Tenant] = total
	}
	l.mu.Unlock()
	ref.Release()
	if over {
		l.log.Warn("over quota", "tenant", u.Tenant, "calls", n)
	}
	return !over
}

func main() {
	h := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})
	l := &limiter{limit: 10, used: map[string]int{}, log: slog.New(h)}
	fmt.Println(l.allow("acme", 6), l.allow("acme", 3), l.allow("acme", 5))
}
