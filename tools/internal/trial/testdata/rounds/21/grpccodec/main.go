// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc/mem"
)

// counting tells how many slices are out.
type counting struct {
	mem.BufferPool
	out int
}

func (p *counting) Get(n int) *[]byte { p.out++; return p.BufferPool.Get(n) }
func (p *counting) Put(b *[]byte)     { p.out--; p.BufferPool.Put(b) }

type codec struct{ pool mem.BufferPool }

// Marshal returns the encoded lines. The caller frees them.
func (c codec) Marshal(lines []string) (out mem.BufferSlice, err error) {
	defer func() {
		if err != nil {
			out.Free()
			out = nil
		}
	}()
	for i, line := range lines {
		if strings.Contains(line, "\n") {
			return out, fmt.Errorf("line %d has a line break", i)
		}
		data := c.pool.Get(len(line) + 1)
		copy(*data, line)
		(*data)[len(line)] = '\n'
		var buf mem.Buffer
		if mem.IsBelowBufferPoolingThreshold(cap(*data)) { // a Buffer would not give it back
			buf = mem.SliceBuffer(bytes.Clone(*data))
			c.pool.Put(data)
		} else {
			buf = mem.NewBuffer(data, c.pool)
		}
		out = append(out, buf)
	}
	return out, nil
}

// Unmarshal borrows data.
func (c codec) Unmarshal(data mem.BufferSlice, max int) ([]string, error) {
	flat := data.MaterializeToBuffer(c.pool)
	defer flat.Free()
	if flat.Len() > max {
		return nil, errors.New("message too large")
	}
	text := string(flat.ReadOnlyData())
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n"), nil
}

// history keeps the last messages for clients that reconnect.
type history struct {
	last [3]mem.BufferSlice
	n    int
}

func (h *history) add(msg mem.BufferSlice) {
	slot := &h.last[h.n%len(h.last)]
	slot.Free()
	msg.Ref()
	*slot = msg
	h.n++
}

// replay writes all messages, the oldest first.
func (h *history) replay(w io.Writer) (int64, error) {
	var total int64
	for i := range h.last {
		r := h.last[(h.n+i)%len(h.last)].Reader()
		n, err := io.Copy(w, r)
		r.Close()
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

func (h *history) close() {
	for i := range h.last {
		h.last[i].Free()
		h.last[i] = nil
	}
}

func roundTrip(c codec, h *history, lines ...string) (int, error) {
	msg, err := c.Marshal(lines)
	if err != nil {
		return 0, err
	}
	defer msg.Free()
	h.add(msg)
	back, err := c.Unmarshal(msg, 9000)
	return len(back), err
}

func main() {
	pool := &counting{BufferPool: mem.DefaultBufferPool()}
	c := codec{pool}
	var h history
	long := strings.Repeat("z", 3000)
	fmt.Println(roundTrip(c, &h, "a", long))
	fmt.Println(roundTrip(c, &h, long, "b\n"))
	fmt.Println(roundTrip(c, &h, long, long, long))
	fmt.Println(h.replay(io.Discard))
	for range 4 {
		fmt.Println(roundTrip(c, &h, long))
	}
	fmt.Println(h.replay(io.Discard))
	h.close()
	fmt.Println(pool.out, "out")
}
