// truth: escape line 80 callee

// Command presence tracks which devices of a user are online.
package main

import (
	"fmt"
	"sort"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type beat struct {
	user   string
	device string
	at     time.Time
	caps   []string
}

func (b *beat) Reset() {
	b.user, b.device, b.at = "", "", time.Time{}
	clear(b.caps)
	b.caps = b.caps[:0]
}

var beats = rcpool.Pool[beat]{Name: "heartbeats"}

type tracker struct {
	mu     sync.Mutex
	latest map[string]*beat
	count  int
}

func key(b *beat) string { return b.user + "/" + b.device }

// note remembers the heartbeat if it is newer than what is known.
func (t *tracker) note(b *beat) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count++
	old, ok := t.latest[key(b)]
	if ok && old.at.After(b.at) {
		return false
	}
	t.latest[key(b)] = b
	return true
}

func (t *tracker) online(now time.Time, within time.Duration) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var names []string
	for name, b := range t.latest {
		if now.Sub(b.at) <= within {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

type gateway struct {
	tracker *tracker
	decode  func(raw string, b *beat) error
	bad     int
}

// receive handles one packet of a device.
func (g *gateway) receive(raw string, at time.Time) error {
	ref := beats.Get()
	defer ref.Release()
	b := ref.Value()
	if err := g.decode(raw, b); err != nil {
		g.bad++
		return err
	}
	b.at = at
	if !g.tracker.note(b) {
		return fmt.Errorf("%s: out of order", key(b))
	}
	return nil
}

func decode(raw string, b *beat) error {
	if _, err := fmt.Sscanf(raw, "%s %s", &b.user, &b.device); err != nil {
		return fmt.Errorf("bad heartbeat %q: %w", raw, err)
	}
	b.caps = append(b.caps, "push")
	return nil
}

func main() {
	g := &gateway{tracker: &tracker{latest: make(map[string]*beat)}, decode: decode}
	base := time.Unix(5000, 0)
	for i, raw := range []string{"ada phone", "bob tablet", "ada laptop", "oops", "ada phone"} {
		if err := g.receive(raw, base.Add(time.Duration(i)*time.Second)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(g.tracker.online(base.Add(5*time.Second), 3*time.Second)), g.tracker.count, g.bad)
}
