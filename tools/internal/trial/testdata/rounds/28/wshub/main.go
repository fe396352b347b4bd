// truth: escape line 82 plain

// Command wshub is a chat hub: it masks and frames a message once and writes it
// to all members of a room. Slow members are served in the background.
package main

import (
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	Op  byte
	Raw []byte
}

func (f *Frame) Reset() { f.Op, f.Raw = 0, f.Raw[:0] }

var frames = rcpool.Pool[Frame]{Name: "ws.frames"}

func textFrame(text string) rcpool.Ref[Frame] {
	ref := frames.Get()
	f := ref.Value()
	f.Op = 1
	f.Raw = append(f.Raw, 0x80|f.Op)
	if len(text) < 126 {
		f.Raw = append(f.Raw, byte(len(text)))
	} else {
		f.Raw = append(f.Raw, 126)
		f.Raw = binary.BigEndian.AppendUint16(f.Raw, uint16(len(text)))
	}
	f.Raw = append(f.Raw, text...)
	return ref
}

type Member struct {
	Name  string
	write func([]byte) error
	lag   time.Duration // of the last writes
	errs  atomic.Int32
}

func (m *Member) slow() bool { return m.lag > 5*time.Millisecond }

func (m *Member) send(raw []byte) {
	if err := m.write(raw); err != nil {
		m.errs.Add(1)
	}
}

type Room struct {
	mu      sync.RWMutex
	members map[string]*Member
	bytes   atomic.Int64
	late    sync.WaitGroup
}

func (r *Room) Join(m *Member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.members[m.Name] = m
}

func (r *Room) Say(from, text string) (reached int) {
	frame := textFrame(from + ": " + text)
	defer frame.Release()
	f := frame.Value()
	r.mu.RLock()
	defer r.mu.RUnlock()
	for name, m := range r.members {
		if name == from {
			continue
		}
		reached++
		if m.slow() {
			r.late.Add(1)
			go func() {
				defer r.late.Done()
				m.send(f.Raw)
			}()
			continue
		}
		m.send(f.Raw)
	}
	r.bytes.Add(int64(len(f.Raw) * reached))
	return reached
}

func (r *Room) Close() {
	r.late.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.members)
}

func main() {
	room := &Room{members: make(map[string]*Member)}
	var got atomic.Int64
	for i, name := range []string{"ann", "bob", "cyd"} {
		lag := time.Duration(i*4) * time.Millisecond
		room.Join(&Member{Name: name, lag: lag, write: func(b []byte) error {
			time.Sleep(lag)
			if len(b) < 2 || b[0] != 0x81 {
				return fmt.Errorf("broken frame % x", b[:min(len(b), 4)])
			}
			got.Add(1)
			return nil
		}})
	}
	n := 0
	for i := range 5 {
		n += room.Say("ann", fmt.Sprint("message ", i))
	}
	room.Close()
	fmt.Println(n, got.Load(), room.bytes.Load())
}
