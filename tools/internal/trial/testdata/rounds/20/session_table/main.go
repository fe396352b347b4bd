// truth: leak line 33,42 hard

// Devices of an IoT gateway have sessions; a device that comes back continues with a new one.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type session struct {
	device string
	seq    int
	queued [][]byte
}

func (s *session) Reset() {
	clear(s.queued)
	*s = session{queued: s.queued[:0]}
}

var sessions = rcpool.Pool[session]{Name: "sessions"}

type table struct {
	mu       sync.Mutex
	byDevice map[string]rcpool.Ref[session]
}

// connect begins a session. The caller gets a reference of its own.
func (t *table) connect(device string) rcpool.Ref[session] {
	s := sessions.Get()
	s.Value().device = device
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.byDevice[device]; ok {
		v := s.Value()
		v.seq = old.Value().seq + 1
		v.queued = append(v.queued, old.Value().queued...)
	}
	t.byDevice[device] = s
	return s.Retain()
}

func (t *table) publish(device string, p []byte) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.byDevice[device]
	if ok {
		s.Value().queued = append(s.Value().queued, p)
	}
	return ok
}

func (t *table) disconnect(device string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, ok := t.byDevice[device]; ok {
		delete(t.byDevice, device)
		s.Release()
	}
}

func (t *table) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for device, s := range t.byDevice {
		s.Release()
		delete(t.byDevice, device)
	}
}

func main() {
	t := &table{byDevice: map[string]rcpool.Ref[session]{}}
	for i := range 7 {
		device := fmt.Sprint("lamp", i%3)
		s := t.connect(device)
		fmt.Println(device, s.Value().seq, len(s.Value().queued))
		t.publish(device, []byte("state"))
		if i == 4 {
			t.disconnect(device)
		}
		s.Release()
	}
	t.close()
	fmt.Println("in use", sessions.Stats().InUse)
}
