// truth: leak line 31,37 hard
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type presence struct {
	user, status string
	since        time.Duration
	devices      []string
}

func (p *presence) Reset() {
	clear(p.devices)
	*p = presence{devices: p.devices[:0]}
}

var presences = rcpool.Pool[presence]{Name: "presence"}

type tracker struct {
	mu   sync.Mutex
	byID map[int]rcpool.Ref[presence]
}

func (t *tracker) online(id int, user, device string) {
	p := presences.Get()
	v := p.Value()
	v.user, v.status = user, "online"
	v.devices = append(v.devices, device)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byID[id] = p
}

func (t *tracker) touch(id int, device string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.byID[id]
	if !ok {
		return false
	}
	v := p.Value()
	for _, d := range v.devices {
		if d == device {
			return true
		}
	}
	v.devices = append(v.devices, device)
	return true
}

func (t *tracker) offline(id int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p, ok := t.byID[id]; ok {
		delete(t.byID, id)
		p.Release()
	}
}

func (t *tracker) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, p := range t.byID {
		delete(t.byID, id)
		p.Release()
	}
}

func main() {
	t := &tracker{byID: map[int]rcpool.Ref[presence]{}}
	t.online(1, "ann", "phone")
	t.online(2, "bob", "web")
	fmt.Println(t.touch(1, "web"), t.touch(3, "web"))
	t.online(1, "ann", "tablet")
	t.offline(2)
	t.close()
	fmt.Println("in use:", presences.Stats().InUse)
}
