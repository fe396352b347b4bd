// truth: leak line 47,51 hard

// Command presence keeps the last heartbeat of each user and tells who is
// online.
package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/rcpool/rcpool"
)

type Beat struct {
	User   string
	Device string
	At     time.Duration
	Rooms  []string
}

func (b *Beat) Reset() {
	clear(b.Rooms)
	*b = Beat{Rooms: b.Rooms[:0]}
}

type tracker struct {
	beats rcpool.Pool[Beat]
	last  map[string]rcpool.Ref[Beat]
	moves int
	ttl   time.Duration
}

func newTracker(ttl time.Duration) *tracker {
	return &tracker{last: make(map[string]rcpool.Ref[Beat]), ttl: ttl}
}

func (t *tracker) heartbeat(user, device string, at time.Duration, rooms ...string) {
	if prev, ok := t.last[user]; ok {
		b := prev.Value()
		if b.Device == device && slices.Equal(b.Rooms, rooms) {
			b.At = at
			return
		}
		t.moves++
	}
	ref := t.beats.Get()
	b := ref.Value()
	b.User, b.Device, b.At = user, device, at
	b.Rooms = append(b.Rooms, rooms...)
	t.last[user] = ref
}

func (t *tracker) online(room string, now time.Duration) (users []string) {
	for user, ref := range t.last {
		b := ref.Value()
		if now-b.At <= t.ttl && slices.Contains(b.Rooms, room) {
			users = append(users, user)
		}
	}
	slices.Sort(users)
	return users
}

// sweep forgets the users that were not heard of for a long time.
func (t *tracker) sweep(now time.Duration) (gone int) {
	for user, ref := range t.last {
		if now-ref.Value().At > 4*t.ttl {
			delete(t.last, user)
			ref.Release()
			gone++
		}
	}
	return gone
}

func (t *tracker) close() {
	for user, ref := range t.last {
		ref.Release()
		delete(t.last, user)
	}
}

func main() {
	t := newTracker(10 * time.Second)
	defer t.close()
	for i := range 60 {
		at := time.Duration(i) * time.Second
		t.heartbeat(fmt.Sprint("user", i%6), "phone", at, "lobby")
		if i%20 == 13 {
			t.heartbeat(fmt.Sprint("user", i%6), "laptop", at, "lobby", "dev")
		}
		if i == 2 {
			t.heartbeat("guest", "kiosk", at)
		}
	}
	fmt.Println(t.online("lobby", time.Minute), t.online("dev", time.Minute))
	fmt.Println("gone", t.sweep(time.Minute), "moves", t.moves)
}
