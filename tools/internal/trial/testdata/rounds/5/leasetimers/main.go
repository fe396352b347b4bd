// truth: correct
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type timerPool struct{ idle sync.Pool }

func (p *timerPool) start(d time.Duration) *time.Timer {
	if t, ok := p.idle.Get().(*time.Timer); ok {
		t.Reset(d)
		return t
	}
	return time.NewTimer(d)
}

// stop also discards a tick that nobody has received, as of Go 1.23.
func (p *timerPool) stop(t *time.Timer) {
	t.Stop()
	p.idle.Put(t)
}

var errTimeout = errors.New("no answer in time")

type lookup struct {
	timers timerPool
	ask    func(ctx context.Context, name string) string
}

func (l *lookup) resolve(ctx context.Context, name string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answer := make(chan string, 1)
	go func() { answer <- l.ask(ctx, name) }()
	t := l.timers.start(10 * time.Millisecond)
	defer l.timers.stop(t)
	select {
	case a := <-answer:
		return a, nil
	case <-t.C:
		return "", errTimeout
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func main() {
	l := &lookup{ask: func(ctx context.Context, name string) string {
		if name == "slow" {
			<-ctx.Done()
		}
		return name + " is 10.0.0.1"
	}}
	for range 3 {
		for _, name := range []string{"a", "slow", "b"} {
			fmt.Println(l.resolve(context.Background(), name))
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(l.resolve(gone, "slow"))
}
