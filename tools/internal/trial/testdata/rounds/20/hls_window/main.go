// truth: correct

// A packager keeps the last segments of a live stream, and viewers read them at their pace.
package main

import (
	"container/list"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type segment struct {
	seq  int
	data []byte
	tags []string
}

func (s *segment) Reset() {
	clear(s.tags)
	s.seq, s.data, s.tags = 0, s.data[:0], s.tags[:0]
}

var segments = rcpool.Pool[segment]{Name: "segments", Keep: func(s *segment) bool { return cap(s.data) < 1<<20 }}

type playlist struct {
	mu     sync.Mutex
	window *list.List // of rcpool.Ref[segment]
	bySeq  map[int]*list.Element
	size   int
	subs   []func(*segment)
}

func newPlaylist(size int) *playlist {
	return &playlist{window: list.New(), bySeq: map[int]*list.Element{}, size: size}
}

func (p *playlist) publish(seg rcpool.Ref[segment]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bySeq[seg.Value().seq] = p.window.PushBack(seg)
	for p.window.Len() > p.size {
		p.evict(p.window.Front())
	}
	for _, notify := range p.subs {
		notify(seg.Value())
	}
}

func (p *playlist) evict(e *list.Element) {
	old := p.window.Remove(e).(rcpool.Ref[segment])
	delete(p.bySeq, old.Value().seq)
	old.Release()
}

func (p *playlist) open(seq int) (rcpool.Ref[segment], bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.bySeq[seq]
	if !ok {
		return rcpool.Ref[segment]{}, false
	}
	return e.Value.(rcpool.Ref[segment]).Retain(), true
}

func (p *playlist) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for e := p.window.Front(); e != nil; e = p.window.Front() {
		p.evict(e)
	}
	return nil
}

func encode(seq int, src io.Reader) (rcpool.Ref[segment], error) {
	seg := segments.Get()
	v := seg.Value()
	v.seq = seq
	v.tags = append(v.tags, fmt.Sprint("seq=", seq))
	var chunk [7]byte
	for {
		n, err := src.Read(chunk[:])
		v.data = append(v.data, chunk[:n]...)
		if err == io.EOF {
			return seg, nil
		}
		if err != nil {
			seg.Release()
			return rcpool.Ref[segment]{}, err
		}
	}
}

func main() {
	p := newPlaylist(3)
	defer p.Close()
	total := 0
	p.subs = append(p.subs, func(s *segment) { total += len(s.data) })
	var viewers sync.WaitGroup
	for seq := range 6 {
		seg, err := encode(seq, strings.NewReader(strings.Repeat("f", 10*seq)))
		if err != nil {
			fmt.Println(err)
			return
		}
		p.publish(seg)
		viewers.Go(func() {
			view, ok := p.open(seq - 1)
			if !ok {
				return
			}
			defer view.Release()
			if got := len(view.Value().data); got != 10*(seq-1) {
				fmt.Println("truncated", seq, got)
			}
		})
	}
	viewers.Wait()
	fmt.Println("published", total)
}
