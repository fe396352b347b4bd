// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var liveDatagrams atomic.Int64

type datagram struct {
	refs  atomic.Int32
	token uint32
	data  []byte
	home  *sync.Pool
}

var datagrams = sync.Pool{New: func() any { return &datagram{data: make([]byte, 0, 128)} }}

func newDatagram(token uint32, text string) *datagram {
	d := datagrams.Get().(*datagram)
	d.refs.Store(1)
	d.token, d.home = token, &datagrams
	d.data = append(d.data[:0], text...)
	liveDatagrams.Add(1)
	return d
}

func (d *datagram) IncRef() *datagram {
	d.refs.Add(1)
	return d
}

func (d *datagram) DecRef() {
	if n := d.refs.Add(-1); n > 0 {
		return
	} else if n < 0 {
		panic("datagram: too many DecRef")
	}
	liveDatagrams.Add(-1)
	d.home.Put(d)
}

type exchange struct {
	mu      sync.Mutex
	waiting map[uint32]func(reply *datagram, err error)
	replies map[uint32]*datagram // for requests that come twice
}

var errReset = errors.New("exchange reset")

// request registers f, which borrows the reply.
func (e *exchange) request(token uint32, f func(*datagram, error)) {
	e.mu.Lock()
	prev := e.waiting[token]
	e.waiting[token] = f
	e.mu.Unlock()
	if prev != nil {
		prev(nil, errReset)
	}
}

// receive takes d over.
func (e *exchange) receive(d *datagram) {
	defer d.DecRef()
	e.mu.Lock()
	f := e.waiting[d.token]
	delete(e.waiting, d.token)
	if old, ok := e.replies[d.token]; ok {
		old.DecRef()
	}
	e.replies[d.token] = d.IncRef()
	e.mu.Unlock()
	if f != nil {
		f(d, nil)
	}
}

func (e *exchange) duplicate(token uint32) (*datagram, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if d, ok := e.replies[token]; ok {
		return d.IncRef(), true
	}
	return nil, false
}

func (e *exchange) reset() {
	e.mu.Lock()
	waiting, replies := e.waiting, e.replies
	e.waiting, e.replies = map[uint32]func(*datagram, error){}, map[uint32]*datagram{}
	e.mu.Unlock()
	for _, f := range waiting {
		f(nil, errReset)
	}
	for _, d := range replies {
		d.DecRef()
	}
}

func main() {
	e := &exchange{waiting: map[uint32]func(*datagram, error){}, replies: map[uint32]*datagram{}}
	var texts []string
	log := func(d *datagram, err error) {
		if err != nil {
			texts = append(texts, err.Error())
			return
		}
		texts = append(texts, string(d.data))
	}
	e.request(1, log)
	e.request(1, log)
	e.request(2, log)
	e.receive(newDatagram(1, "2.05 content"))
	e.receive(newDatagram(1, "2.05 again"))
	if d, ok := e.duplicate(1); ok {
		log(d, nil)
		d.DecRef()
	}
	e.reset()
	fmt.Printf("%q live=%d\n", texts, liveDatagrams.Load())
}
