// truth: leak line 40 callee

// Batchingest routes the messages of an ingest stream: samples are stored,
// heartbeats are answered, everything else is counted.
package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var errShort = errors.New("message is too short")

type ingester struct {
	pool    mem.BufferPool
	stored  []mem.Buffer
	beats   int
	unknown int
}

// store keeps the buffer until the next compaction.
func (in *ingester) store(buf mem.Buffer) {
	in.stored = append(in.stored, buf)
}

// heartbeat answers with the sequence number.
func (in *ingester) heartbeat(buf mem.Buffer) (int, error) {
	p := buf.ReadOnlyData()
	if len(p) < 2 {
		return 0, errShort
	}
	in.beats++
	return int(p[1]), nil
}

func (in *ingester) receive(wire []byte) (int, error) {
	buf := mem.Copy(wire, in.pool)
	if buf.Len() == 0 {
		buf.Free()
		return 0, errShort
	}
	switch kind := buf.ReadOnlyData()[0]; kind {
	case 's':
		in.store(buf)
		return 0, nil
	case 'h':
		return in.heartbeat(buf)
	default:
		in.unknown++
		buf.Free()
		return 0, fmt.Errorf("unknown kind %q", kind)
	}
}

func (in *ingester) compact() int {
	total := 0
	for _, buf := range in.stored {
		total += buf.Len()
		buf.Free()
	}
	in.stored = in.stored[:0]
	return total
}

// counting tells how many buffers are out.
type counting struct {
	mem.BufferPool
	out int
}

func (c *counting) Get(n int) *[]byte {
	c.out++
	return c.BufferPool.Get(n)
}

func (c *counting) Put(b *[]byte) {
	c.out--
	c.BufferPool.Put(b)
}

func main() {
	pool := &counting{BufferPool: mem.DefaultBufferPool()}
	in := &ingester{pool: pool}
	filler := bytes.Repeat([]byte{'.'}, 2000)
	for i, head := range []string{"s1", "s2", "h\x07", "x", "s3", "h\x09"} {
		seq, err := in.receive(append([]byte(head), filler...))
		fmt.Println(i, seq, err)
	}
	_, err := in.receive(nil)
	fmt.Println(err, in.compact(), in.beats, in.unknown)
	fmt.Println("buffers out:", pool.out)
}
