// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Notice struct {
	Topic string
	Body  []byte
}

var notices rcpool.Pool[Notice]

type sink interface {
	Deliver(n *Notice)
}

type mailSink struct{ sent atomic.Int64 }

func (m *mailSink) Deliver(n *Notice) { m.sent.Add(int64(len(n.Body))) }

type auditSink struct {
	mu     sync.Mutex
	topics map[string]int
}

func (a *auditSink) Deliver(n *Notice) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.topics[n.Topic]++
}

// notify gives the notice to every sink, each on a goroutine of its own, and
// does not wait for them: wg does.
func notify(wg *sync.WaitGroup, sinks []sink, n rcpool.Ref[Notice]) {
	defer n.Release()
	for _, s := range sinks {
		wg.Go(n.Hold(s.Deliver))
	}
}

// checksum works on halves in parallel; both are done before it returns.
func checksum(n *Notice) (sum int) {
	var left, right int
	var wg sync.WaitGroup
	half := len(n.Body) / 2
	wg.Go(func() {
		for _, b := range n.Body[:half] {
			left += int(b)
		}
	})
	wg.Go(func() {
		for _, b := range n.Body[half:] {
			right += int(b)
		}
	})
	wg.Wait()
	return left + right
}

func main() {
	mail, audit := &mailSink{}, &auditSink{topics: map[string]int{}}
	sinks := []sink{mail, audit}
	var wg sync.WaitGroup
	total := 0
	for i := range 50 {
		n := notices.Get()
		n.Value().Topic = fmt.Sprintf("t%d", i%3)
		n.Value().Body = append(n.Value().Body, "hello there"...)
		total += checksum(n.Value())
		notify(&wg, sinks, n)
	}
	wg.Wait()
	fmt.Println(mail.sent.Load(), len(audit.topics), total)
}
