// truth: leak line 58,69 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type side byte

const (
	left  side = 'L'
	right side = 'R'
)

type Event struct {
	Key  int
	At   int
	Data []byte
}

func (e *Event) Reset() { *e = Event{Data: e.Data[:0]} }

var events = rcpool.Pool[Event]{Name: "join.events"}

// tagged is what travels to the joiner.
type tagged struct {
	side  side
	event rcpool.Ref[Event]
}

type stats struct {
	mu            sync.Mutex
	late, dropped int
}

func (s *stats) drop() {
	s.mu.Lock()
	s.dropped++
	s.mu.Unlock()
}

// offer does not wait for the joiner.
func offer(queue chan<- tagged, t tagged) bool {
	select {
	case queue <- t:
		return true
	default:
		return false
	}
}

// feed reads one side. What is too old is not worth a place in the queue.
func feed(queue chan<- tagged, s side, keys []int, st *stats) {
	for at, key := range keys {
		event := events.Get()
		e := event.Value()
		e.Key, e.At = key, at
		e.Data = fmt.Appendf(e.Data, "%c%d", s, key)
		t := tagged{side: s, event: event}
		if e.At > 90 {
			st.late++
			t.event.Release()
			continue
		}
		if !offer(queue, t) {
			st.drop()
		}
	}
}

func join(queue <-chan tagged) (pairs int) {
	waiting := map[int]tagged{}
	for t := range queue {
		key := t.event.Value().Key
		other, ok := waiting[key]
		switch {
		case ok && other.side != t.side:
			delete(waiting, key)
			pairs++
			other.event.Release()
			t.event.Release()
		case ok:
			waiting[key] = t
			other.event.Release()
		default:
			waiting[key] = t
		}
	}
	for _, t := range waiting {
		t.event.Release()
	}
	return pairs
}

func main() {
	queue := make(chan tagged, 12)
	var st stats
	feed(queue, left, []int{1, 2, 3, 2, 5, 6}, &st)
	feed(queue, right, []int{2, 3, 4, 9, 1, 7, 8, 6}, &st)
	close(queue)
	fmt.Println(join(queue), "pairs", st.late, "late", st.dropped, "dropped")
	fmt.Println(events.Stats().InUse, "in use")
}
