// truth: correct
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

var errTooLarge = errors.New("record too large")

// A group collects records until they are synced together.
type group struct {
	buf   stdpool.ByteRef
	ends  []int
	tails []func(rec stdpool.ByteRef)
}

func (g *group) add(rec []byte) error {
	if len(rec) > 1<<12 {
		return errTooLarge
	}
	var head [8]byte
	binary.BigEndian.PutUint32(head[:4], uint32(len(rec)))
	binary.BigEndian.PutUint32(head[4:], crc32.ChecksumIEEE(rec))
	if g.buf.IsZero() {
		g.buf = stdpool.Bytes(0)
	}
	g.buf.Append(head[:]...)
	g.buf.Append(rec...)
	g.ends = append(g.ends, g.buf.Len())
	return nil
}

// subscribe registers f, which takes over each record that it gets.
func (g *group) subscribe(f func(rec stdpool.ByteRef)) { g.tails = append(g.tails, f) }

func (g *group) commit(w io.Writer) error {
	if g.buf.IsZero() {
		return nil
	}
	buf := g.buf.Move()
	defer buf.Release()
	ends := g.ends
	g.ends = nil
	if _, err := w.Write(buf.Value()); err != nil {
		return fmt.Errorf("wal: %w", err)
	}
	start := 0
	for _, end := range ends {
		for _, f := range g.tails {
			f(buf.Slice(start+8, end))
		}
		start = end
	}
	return nil
}

type follower struct {
	backlog []stdpool.ByteRef
}

func (f *follower) receive(rec stdpool.ByteRef) {
	if rec.Len() == 0 {
		rec.Release()
		return
	}
	f.backlog = append(f.backlog, rec)
}

func (f *follower) apply() (n int) {
	for i := range f.backlog {
		n += len(f.backlog[i].Value())
		f.backlog[i].Drop()
	}
	f.backlog = f.backlog[:0]
	return n
}

type brokenDisk struct{}

func (brokenDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func main() {
	var disk bytes.Buffer
	var g group
	var f follower
	g.subscribe(f.receive)
	for i := range 3 {
		for j := range 5 {
			if err := g.add(bytes.Repeat([]byte{byte(i)}, i*j)); err != nil {
				panic(err)
			}
		}
		if err := g.commit(&disk); err != nil {
			panic(err)
		}
		fmt.Println(f.apply())
	}
	fmt.Println(g.add(make([]byte, 1<<13)))
	if err := g.add([]byte("lost")); err != nil {
		panic(err)
	}
	fmt.Println(g.commit(brokenDisk{}))
	fmt.Println(disk.Len(), f.apply())
}
