// truth: double-release line 71,81 hard

// Flowstates follows TCP flows in a packet capture, and reassembles what each
// side has sent.
package main

import (
	"fmt"
	"sort"
	"sync"
)

type flowKey struct {
	src, dst string
	port     uint16
}

type flow struct {
	key      flowKey
	data     []byte
	lastSeen int
	fin      bool
}

var flows = sync.Pool{New: func() any { return &flow{data: make([]byte, 0, 1024)} }}

type packet struct {
	key     flowKey
	payload string
	fin     bool
}

type tracker struct {
	active  map[flowKey]*flow
	timeout int
	streams []string
}

func (t *tracker) open(k flowKey) *flow {
	f := flows.Get().(*flow)
	f.key, f.data, f.lastSeen, f.fin = k, f.data[:0], 0, false
	t.active[k] = f
	return f
}

func (t *tracker) packet(now int, p packet) {
	f, ok := t.active[p.key]
	if !ok {
		f = t.open(p.key)
	}
	f.data = append(f.data, p.payload...)
	f.lastSeen = now
	f.fin = f.fin || p.fin
	if f.fin {
		t.finish(f)
		delete(t.active, p.key)
		flows.Put(f)
	}
}

func (t *tracker) finish(f *flow) {
	t.streams = append(t.streams, fmt.Sprintf("%s>%s:%d %q fin=%t", f.key.src, f.key.dst, f.key.port, f.data, f.fin))
}

// expire ends the flows that were idle for too long.
func (t *tracker) expire(now int) int {
	n := 0
	for _, f := range t.active {
		if now-f.lastSeen > t.timeout {
			t.finish(f)
			flows.Put(f)
			n++
		}
	}
	return n
}

func (t *tracker) close() {
	for k, f := range t.active {
		delete(t.active, k)
		flows.Put(f)
	}
}

func main() {
	t := &tracker{active: map[flowKey]*flow{}, timeout: 5}
	web, db, ssh := flowKey{"a", "web", 443}, flowKey{"a", "db", 5432}, flowKey{"b", "gw", 22}
	for now, p := range []packet{
		{web, "GET /", false}, {db, "select", false}, {web, " HTTP/1.1", false}, {ssh, "SSH-2.0", false},
		{web, "", true}, {ssh, "kex", false}, {ssh, "auth", false}, {ssh, "data", false},
	} {
		t.packet(now, p)
	}
	fmt.Println(t.expire(8))
	t.close()
	sort.Strings(t.streams)
	fmt.Println(t.streams)
}
