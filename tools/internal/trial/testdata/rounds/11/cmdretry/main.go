// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Command struct {
	ID     int
	Device string
	Args   []int
}

func (c *Command) Reset() { *c = Command{Args: c.Args[:0]} }

var commands = rcpool.Pool[Command]{Name: "commands"}

type inflight struct {
	cmd  rcpool.Ref[Command]
	stop func() bool
}

type Sender struct {
	mu      sync.Mutex
	pending map[int]inflight
	resent  atomic.Int32
	wait    time.Duration
}

func NewSender(wait time.Duration) *Sender {
	return &Sender{pending: make(map[int]inflight), wait: wait}
}

func (s *Sender) Send(cmd rcpool.Ref[Command]) error {
	id := cmd.Value().ID
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, dup := s.pending[id]; dup {
		cmd.Release()
		return fmt.Errorf("command %d is in flight", id)
	}
	s.pending[id] = inflight{cmd: cmd, stop: cmd.AfterFunc(s.wait, s.retry)}
	return nil
}

func (s *Sender) retry(c *Command) {
	s.resent.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	fl, ok := s.pending[c.ID]
	if !ok || fl.cmd.Value() != c {
		return // acknowledged meanwhile
	}
	delete(s.pending, c.ID)
	fl.cmd.Release()
}

func (s *Sender) Ack(id int) bool {
	s.mu.Lock()
	fl, ok := s.pending[id]
	delete(s.pending, id)
	s.mu.Unlock()
	if !ok {
		return false
	}
	fl.stop()
	fl.cmd.Release()
	return true
}

func (s *Sender) Close() {
	s.mu.Lock()
	left := s.pending
	s.pending = map[int]inflight{}
	s.mu.Unlock()
	for _, fl := range left {
		fl.stop()
		fl.cmd.Release()
	}
}

func command(id int, device string, args ...int) rcpool.Ref[Command] {
	c := commands.Get()
	v := c.Value()
	v.ID, v.Device = id, device
	v.Args = append(v.Args, args...)
	return c
}

func main() {
	s := NewSender(20 * time.Millisecond)
	for i := range 6 {
		if err := s.Send(command(i, "valve", i, i+1)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.Send(command(3, "pump")))
	fmt.Println(s.Ack(1), s.Ack(1), s.Ack(3))
	time.Sleep(100 * time.Millisecond)
	if err := s.Send(command(7, "lamp", 1)); err != nil {
		fmt.Println(err)
	}
	s.Close()
	fmt.Println(s.resent.Load(), s.Ack(4))
}
