// truth: double-release line 43,67 hard
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type Ticket struct {
	Player string
	Rating int
	Since  int
}

var tickets = rcpool.Pool[Ticket]{Name: "tickets"}

// Queue owns the tickets of those who wait for a match.
type Queue struct {
	waiting []rcpool.Ref[Ticket]
	now     int
	maxWait int
}

func (q *Queue) Join(player string, rating int) {
	t := tickets.Get()
	v := t.Value()
	v.Player, v.Rating, v.Since = player, rating, q.now
	q.waiting = append(q.waiting, t)
}

// expire removes those who have waited too long. It returns how many are left.
func (q *Queue) expire() int {
	kept := make([]rcpool.Ref[Ticket], 0, len(q.waiting))
	for _, t := range q.waiting {
		if q.now-t.Value().Since > q.maxWait {
			t.Release()
			continue
		}
		kept = append(kept, t)
	}
	if len(kept) == 0 {
		return 0
	}
	q.waiting = kept
	return len(kept)
}

func (q *Queue) match(spread int) (pairs int) {
	for i := 0; i+1 < len(q.waiting); {
		a, b := q.waiting[i], q.waiting[i+1]
		d := a.Value().Rating - b.Value().Rating
		if d > spread || d < -spread {
			i++
			continue
		}
		q.waiting = append(q.waiting[:i], q.waiting[i+2:]...)
		a.Release()
		b.Release()
		pairs++
	}
	return pairs
}

func (q *Queue) Close() {
	for _, t := range q.waiting {
		t.Release()
	}
	q.waiting = nil
}

func main() {
	q := &Queue{maxWait: 3}
	defer q.Close()
	for i := range 12 {
		q.now = i
		if i < 8 {
			q.Join(fmt.Sprint("p", i), i*i*20)
		}
		if i == 6 {
			fmt.Println("pairs:", q.match(100))
		}
		if i%4 == 3 {
			fmt.Println("waiting:", q.expire())
		}
	}
}
