// truth: correct
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type datagram struct {
	seq     uint32
	payload []byte
	tries   int
}

func (d *datagram) Reset() { d.seq, d.payload, d.tries = 0, d.payload[:0], 0 }

var datagrams = rcpool.Pool[datagram]{Name: "datagrams"}

type inflight struct {
	d    rcpool.Ref[datagram]
	stop func() bool
}

// A link sends datagrams until the peer has acknowledged them.
type link struct {
	mu     sync.Mutex
	next   uint32
	open   map[uint32]inflight
	send   func(seq uint32, p []byte)
	resent int
	delay  time.Duration
}

func (l *link) write(p []byte) {
	d := datagrams.Get()
	l.mu.Lock()
	defer l.mu.Unlock()
	v := d.Value()
	v.seq, v.payload = l.next, append(v.payload, p...)
	l.next++
	l.transmit(v)
	l.open[v.seq] = inflight{d, d.AfterFunc(l.delay, l.retry)}
}

func (l *link) transmit(d *datagram) {
	d.tries++
	l.send(d.seq, d.payload)
}

// retry runs when the timer of a datagram has fired.
func (l *link) retry(d *datagram) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, ok := l.open[d.seq]
	if !ok {
		return // acknowledged meanwhile
	}
	if d.tries == 3 {
		delete(l.open, d.seq)
		f.d.Release()
		return
	}
	l.resent++
	l.transmit(d)
	f.stop = f.d.AfterFunc(l.delay, l.retry)
	l.open[d.seq] = f
}

func (l *link) ack(seq uint32) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, ok := l.open[seq]
	if !ok {
		return
	}
	delete(l.open, seq)
	f.stop()
	f.d.Release()
}

func (l *link) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for seq, f := range l.open {
		f.stop()
		f.d.Release()
		delete(l.open, seq)
	}
}

func main() {
	got := make(chan uint32, 100)
	l := &link{open: map[uint32]inflight{}, delay: 5 * time.Millisecond}
	l.send = func(seq uint32, p []byte) {
		if len(p) > 1 {
			got <- seq
		}
	}
	var reader sync.WaitGroup
	reader.Go(func() {
		for seq := range got {
			if seq%4 != 3 {
				l.ack(seq)
			}
		}
	})
	for i := range 10 {
		l.write([]byte("position")[:1+i%8])
	}
	time.Sleep(40 * time.Millisecond)
	l.write([]byte("bye"))
	l.close()
	time.Sleep(10 * time.Millisecond)
	close(got)
	reader.Wait()
	fmt.Println(len(l.open), l.resent > 0)
}
