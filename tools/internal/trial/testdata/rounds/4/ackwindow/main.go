// truth: leak line 37 hard

// Ackwindow sends segments and calls back when they are acknowledged. A
// connection that is reset forgets what it was waiting for.
package main

import (
	"fmt"
	"runtime"
	"sort"

	"github.com/rcpool/rcpool"
)

type Segment struct {
	Seq  int
	Data []byte
}

func (s *Segment) Reset() { *s = Segment{Data: s.Data[:0]} }

var segments = rcpool.Pool[Segment]{Name: "segments"}

type Conn struct {
	next    int
	pending map[int]func()
	acked   []int
}

func (c *Conn) Send(data string) int {
	ref := segments.Get()
	defer ref.Release()
	s := ref.Value()
	s.Seq = c.next
	s.Data = append(s.Data, data...)
	c.next += len(data)
	c.pending[s.Seq] = ref.Hold(func(s *Segment) {
		c.acked = append(c.acked, len(s.Data))
	})
	return s.Seq
}

func (c *Conn) Ack(upTo int) {
	var due []int
	for seq := range c.pending {
		if seq < upTo {
			due = append(due, seq)
		}
	}
	sort.Ints(due)
	for _, seq := range due {
		done := c.pending[seq]
		delete(c.pending, seq)
		done()
	}
}

func (c *Conn) Abort() (lost int) {
	for seq := range c.pending {
		delete(c.pending, seq)
		lost++
	}
	return lost
}

func main() {
	c := &Conn{pending: make(map[int]func())}
	for i := range 4 {
		c.Send(fmt.Sprintf("segment %d", i))
	}
	c.Ack(10)
	fmt.Println(c.acked, c.Abort())
	runtime.GC()
	fmt.Println("in use:", segments.Stats().InUse)
}
