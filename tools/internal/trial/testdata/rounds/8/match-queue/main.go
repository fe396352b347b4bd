// truth: double-release line 54 plain
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type ticket struct {
	player string
	rank   int
	since  time.Time
}

var tickets = rcpool.Pool[ticket]{Name: "tickets"}

type lobby struct {
	join chan rcpool.Ref[ticket]
	quit chan struct{}
	wg   sync.WaitGroup
	seen int
}

func (l *lobby) run() {
	defer l.wg.Done()
	for {
		select {
		case t := <-l.join:
			l.seen += t.Value().rank
			t.Release()
		case <-l.quit:
			return
		}
	}
}

func (l *lobby) enter(player string, rank int, wait time.Duration) bool {
	t := tickets.Get()
	*t.Value() = ticket{player, rank, time.Now()}
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	ok := true
	select {
	case l.join <- t:
	case <-timeout.C:
		ok = false
	case <-l.quit:
		t.Release()
		return false
	}
	t.Release()
	return ok
}

func main() {
	l := &lobby{join: make(chan rcpool.Ref[ticket]), quit: make(chan struct{})}
	fmt.Println("nobody listens:", l.enter("eve", 9, time.Millisecond))
	l.wg.Add(1)
	go l.run()
	for i, p := range []string{"ann", "bob", "cid"} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Printf("enter %s: %v\n", p, r)
				}
			}()
			l.enter(p, i, time.Second)
		}()
	}
	close(l.quit)
	l.wg.Wait()
	fmt.Println(l.enter("fay", 1, time.Second))
}
