// truth: correct

// Inflight matches answers to requests. The index lists requests without
// owning them; whoever sent one owns it.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Request struct {
	ID    uint32
	Reply chan string `rcpool:"keep"`
}

var requests = rcpool.Pool[Request]{
	Name: "requests",
	New:  func() *Request { return &Request{Reply: make(chan string, 1)} },
	Reset: func(r *Request) {
		r.ID = 0
		select {
		case <-r.Reply:
		default:
		}
	},
}

type Index struct {
	mu   sync.Mutex
	byID map[uint32]rcpool.Ref[Request]
	next atomic.Uint32
}

func (x *Index) add(ref rcpool.Ref[Request]) uint32 {
	id := x.next.Add(1)
	ref.Value().ID = id
	x.mu.Lock()
	defer x.mu.Unlock()
	x.byID[id] = ref
	return id
}

func (x *Index) remove(id uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.byID, id)
}

// lookup returns a reference of the caller's own, if the request is still open.
func (x *Index) lookup(id uint32) (rcpool.Ref[Request], bool) {
	x.mu.Lock()
	entry := x.byID[id]
	x.mu.Unlock()
	return entry.TryRetain()
}

// deliver hands an answer to its request, which may have given up.
func (x *Index) deliver(id uint32, text string) bool {
	ref, ok := x.lookup(id)
	if !ok {
		return false
	}
	defer ref.Release()
	if ref.Value().ID != id {
		return false
	}
	select {
	case ref.Value().Reply <- text:
		return true
	default:
		return false
	}
}

func (x *Index) roundTrip(send func(id uint32), patience time.Duration) string {
	ref := requests.Get()
	defer ref.Release()
	id := x.add(ref)
	defer x.remove(id)
	send(id)
	select {
	case text := <-ref.Value().Reply:
		return text
	case <-time.After(patience):
		return "timeout"
	}
}

func main() {
	x := &Index{byID: make(map[uint32]rcpool.Ref[Request])}
	wire := make(chan uint32, 32)
	var server, callers sync.WaitGroup
	for range 3 {
		server.Go(func() {
			for id := range wire {
				if id%4 == 0 {
					time.Sleep(4 * time.Millisecond)
				}
				x.deliver(id, fmt.Sprint("answer ", id))
				x.deliver(id, "twice")
			}
		})
	}
	var answered, late atomic.Int64
	for range 24 {
		callers.Go(func() {
			if x.roundTrip(func(id uint32) { wire <- id }, 50*time.Millisecond) == "timeout" {
				late.Add(1)
			} else {
				answered.Add(1)
			}
		})
	}
	callers.Wait()
	close(wire)
	server.Wait()
	fmt.Println(answered.Load()+late.Load(), x.deliver(1, "much too late"))
}
