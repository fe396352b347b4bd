// truth: escape line 50 hard

package main

import (
	"bytes"
	"fmt"
	"sync"
)

var bodyPool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type ackTable struct {
	mu   sync.Mutex
	next uint64
	fns  map[uint64]func(code int)
}

func (t *ackTable) expect(fn func(code int)) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next++
	t.fns[t.next] = fn
	return t.next
}

func (t *ackTable) resolve(id uint64, code int) bool {
	t.mu.Lock()
	fn, ok := t.fns[id]
	delete(t.fns, id)
	t.mu.Unlock()
	if ok {
		fn(code)
	}
	return ok
}

type producer struct {
	acks     *ackTable
	wire     []string
	inflight []uint64
	failed   []string
}

func (p *producer) send(topic string, key int, value string) {
	buf := bodyPool.Get().(*bytes.Buffer)
	buf.Reset()
	defer bodyPool.Put(buf)
	fmt.Fprintf(buf, "%s|%d|%s", topic, key, value)
	id := p.acks.expect(func(code int) {
		if code != 0 {
			p.failed = append(p.failed, fmt.Sprintf("%d %s", code, buf.Bytes()))
		}
	})
	p.wire = append(p.wire, buf.String())
	p.inflight = append(p.inflight, id)
}

func (p *producer) onAck(i, code int) bool {
	if i >= len(p.inflight) {
		return false
	}
	return p.acks.resolve(p.inflight[i], code)
}

func main() {
	p := &producer{acks: &ackTable{fns: map[uint64]func(int){}}}
	for key := range 4 {
		p.send("payments", key, fmt.Sprintf("amount=%d", 100*key))
	}
	for i, code := range []int{0, 6, 0, 7, 0} {
		if !p.onAck(i, code) {
			fmt.Println("unknown ack", i)
		}
	}
	fmt.Println(len(p.wire), p.failed)
}
