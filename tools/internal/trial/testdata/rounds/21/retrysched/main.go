// truth: correct
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Delivery struct {
	ID       int
	Attempts int
	Body     []byte
}

func (d *Delivery) Reset() { *d = Delivery{Body: d.Body[:0]} }

var deliveries = rcpool.Pool[Delivery]{Name: "push.deliveries"}

const maxAttempts = 4

var (
	errBusy = errors.New("busy")
	errGone = errors.New("device gone")
)

// waiting is a delivery that is tried again when its timer fires.
type waiting struct {
	ref  rcpool.Ref[Delivery]
	stop func() bool
}

// pusher delivers messages to devices. One goroutine runs it.
type pusher struct {
	later map[int]waiting
	due   chan int
	quit  chan struct{}
	push  func(*Delivery) error
	log   []string
}

// wake runs in a goroutine of the timer.
func (p *pusher) wake(d *Delivery) {
	select {
	case p.due <- d.ID:
	case <-p.quit:
	}
}

// deliver takes ref over.
func (p *pusher) deliver(ref rcpool.Ref[Delivery]) {
	d := ref.Value()
	d.Attempts++
	err := p.push(d)
	if errors.Is(err, errBusy) && d.Attempts < maxAttempts {
		delay := time.Duration(d.Attempts) * time.Millisecond
		if d.ID%2 == 1 {
			delay = time.Hour
		}
		p.later[d.ID] = waiting{ref, ref.AfterFunc(delay, p.wake)}
		return
	}
	p.log = append(p.log, fmt.Sprintf("%d after %d: %v", d.ID, d.Attempts, err))
	ref.Release()
}

func (p *pusher) send(id int, text string) {
	if w, ok := p.later[id]; ok { // replace what has not gone out yet
		w.ref.Value().Body = append(w.ref.Value().Body[:0], text...)
		return
	}
	ref := deliveries.Get()
	d := ref.Value()
	d.ID = id
	d.Body = append(d.Body, text...)
	p.deliver(ref)
}

// run tries again what has to wait, for at most some time.
func (p *pusher) run(atMost time.Duration) {
	end := stdpool.Timer(atMost)
	defer end.Release()
	for len(p.later) > 0 {
		select {
		case id := <-p.due:
			w := p.later[id]
			delete(p.later, id)
			p.deliver(w.ref)
		case <-end.Value().C:
			return
		}
	}
}

func (p *pusher) close() (undelivered int) {
	close(p.quit)
	for id, w := range p.later {
		delete(p.later, id)
		w.stop()
		w.ref.Release()
		undelivered++
	}
	return undelivered
}

func main() {
	busy := map[int]int{2: 2, 3: 1, 4: 99, 5: 50}
	p := &pusher{
		later: map[int]waiting{},
		due:   make(chan int),
		quit:  make(chan struct{}),
	}
	p.push = func(d *Delivery) error {
		if d.ID == 6 {
			return errGone
		}
		if busy[d.ID] > 0 {
			busy[d.ID]--
			return errBusy
		}
		return nil
	}
	for id := range 7 {
		p.send(id, "hello")
	}
	p.send(3, "hello again")
	p.run(100 * time.Millisecond)
	for _, l := range p.log {
		fmt.Println(l)
	}
	fmt.Println(p.close(), "undelivered")
}
