// truth: correct

// Command beaconscan tracks advertisements of radio beacons. The tracker owns
// sightings; an index by address only points at them.
package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Sighting struct {
	Addr    [6]byte
	RSSI    int
	Count   int
	Payload [31]byte
	Seen    time.Duration
}

type tracker struct {
	pool  rcpool.Pool[Sighting]
	queue []rcpool.Ref[Sighting] // owned, oldest first
	index map[[6]byte]rcpool.Ref[Sighting]
	limit int
}

func newTracker(limit int) *tracker {
	return &tracker{index: make(map[[6]byte]rcpool.Ref[Sighting]), limit: limit}
}

// find returns a reference of the caller's own, if addr is still tracked.
func (t *tracker) find(addr [6]byte) (rcpool.Ref[Sighting], bool) {
	ref, ok := t.index[addr].TryRetain()
	if !ok {
		delete(t.index, addr)
	}
	return ref, ok
}

func (t *tracker) observe(addr [6]byte, rssi int, payload []byte, at time.Duration) {
	if ref, ok := t.find(addr); ok {
		defer ref.Release()
		s := ref.Value()
		s.Count++
		s.RSSI = (3*s.RSSI + rssi) / 4
		s.Seen = at
		return
	}
	if len(t.queue) == t.limit {
		t.evict()
	}
	ref := t.pool.Get()
	s := ref.Value()
	s.Addr, s.RSSI, s.Count, s.Seen = addr, rssi, 1, at
	copy(s.Payload[:], payload)
	t.queue = append(t.queue, ref)
	t.index[addr] = ref
}

// evict drops the sighting that was seen longest ago.
func (t *tracker) evict() {
	oldest := 0
	for i, ref := range t.queue {
		if ref.Value().Seen < t.queue[oldest].Value().Seen {
			oldest = i
		}
	}
	ref := t.queue[oldest]
	t.queue = append(t.queue[:oldest], t.queue[oldest+1:]...)
	ref.Release()
}

func (t *tracker) close() {
	for _, ref := range t.queue {
		ref.Release()
	}
	t.queue = nil
	for addr, ref := range t.index {
		if ref.Valid() {
			panic(fmt.Sprint("beacon is still tracked: ", addr))
		}
		delete(t.index, addr)
	}
}

func main() {
	t := newTracker(4)
	for tick := range 60 {
		addr := [6]byte{0xd0, 0x4f, byte(tick * tick % 7)}
		t.observe(addr, -40-tick%13, []byte{2, 1, 6, byte(tick)}, time.Duration(tick)*time.Millisecond)
	}
	for last := range byte(7) {
		ref, ok := t.find([6]byte{0xd0, 0x4f, last})
		if !ok {
			continue
		}
		fmt.Printf("%x seen %d times, %d dBm\n", ref.Value().Addr, ref.Value().Count, ref.Value().RSSI)
		ref.Release()
	}
	t.close()
}
