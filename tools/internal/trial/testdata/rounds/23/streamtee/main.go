// truth: correct
package main

import (
	"crypto/sha1"
	"errors"
	"fmt"
	"strings"
	"sync"

	"google.golang.org/grpc/mem"
)

// A frame is one message for one peer. It owns its buffer.
type frame struct {
	seq  int
	data mem.Buffer
}

type peer struct {
	name string
	in   chan frame
	fail int // the frame at which the peer goes away; 0 for never
	sums [][sha1.Size]byte
	err  error
}

var errGone = errors.New("peer is gone")

func (p *peer) run() {
	for f := range p.in {
		if p.err == nil && f.seq == p.fail {
			p.err = errGone
		}
		if p.err == nil {
			p.sums = append(p.sums, sha1.Sum(f.data.ReadOnlyData()))
		}
		f.data.Free()
	}
}

type tee struct {
	peers   []*peer
	history []mem.Buffer
	keep    int
	seq     int
}

// send takes data over.
func (t *tee) send(data mem.Buffer) {
	t.seq++
	for _, p := range t.peers {
		data.Ref()
		p.in <- frame{t.seq, data}
	}
	t.history = append(t.history, data)
	if len(t.history) > t.keep {
		oldest := t.history[0]
		copy(t.history, t.history[1:])
		t.history[len(t.history)-1] = nil
		t.history = t.history[:len(t.history)-1]
		oldest.Free()
	}
}

// replay returns the history as one message, which the caller frees.
func (t *tee) replay() mem.BufferSlice {
	all := make(mem.BufferSlice, 0, len(t.history))
	for _, b := range t.history {
		b.Ref()
		all = append(all, b)
	}
	return all
}

func (t *tee) close() {
	for _, p := range t.peers {
		close(p.in)
	}
	for _, b := range t.history {
		b.Free()
	}
	t.history = nil
}

func main() {
	pool := mem.NewTieredBufferPool(2048, 8192)
	t := &tee{keep: 3}
	var wg sync.WaitGroup
	for i, name := range []string{"a", "b", "c"} {
		p := &peer{name: name, in: make(chan frame, 2), fail: i * 4}
		t.peers = append(t.peers, p)
		wg.Go(p.run)
	}
	for i := range 10 {
		text := strings.Repeat(fmt.Sprint("block ", i, " "), 300)
		t.send(mem.Copy([]byte(text), pool))
	}
	all := t.replay()
	t.close()
	wg.Wait()
	fmt.Println(len(all), all.Len())
	all.Free()
	for _, p := range t.peers {
		fmt.Println(p.name, len(p.sums), p.err)
	}
}
