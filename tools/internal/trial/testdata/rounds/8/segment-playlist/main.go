// truth: correct
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type segment struct {
	seq  int
	data []byte
}

func (s *segment) Reset() { s.seq, s.data = 0, s.data[:0] }

// A playlist is pooled itself, and owns its segments: its reset gives them up.
type playlist struct {
	window []rcpool.Ref[segment]
	media  int
}

func (p *playlist) Reset() {
	for i := range p.window {
		rcpool.Drop(&p.window[i])
	}
	p.window = p.window[:0]
	p.media = 0
}

var (
	segments  = rcpool.Pool[segment]{Name: "segments"}
	playlists = rcpool.Pool[playlist]{Name: "playlists"}
)

// next returns a playlist with the window of p moved on by s. It shares the
// other segments with p, which stays as it is. next borrows p and takes s over.
func next(p *playlist, s rcpool.Ref[segment], keep int) rcpool.Ref[playlist] {
	out := playlists.Get()
	v := out.Value()
	v.media = p.media
	from := 0
	if len(p.window) >= keep {
		from = len(p.window) - keep + 1
		v.media += from
	}
	for _, old := range p.window[from:] {
		v.window = append(v.window, old.Retain())
	}
	v.window = append(v.window, s)
	return out
}

func encode(seq int) rcpool.Ref[segment] {
	s := segments.Get()
	v := s.Value()
	v.seq = seq
	for i := range 8 {
		v.data = append(v.data, byte(seq+i))
	}
	return s
}

func render(p *playlist) string {
	out := fmt.Sprintf("#%d", p.media)
	for _, s := range p.window {
		out += fmt.Sprintf(" %d:%d", s.Value().seq, s.Value().data[0])
	}
	return out
}

func main() {
	cur := playlists.Get()
	viewer := cur.Retain() // a slow viewer keeps its version
	for seq := range 6 {
		n := next(cur.Value(), encode(seq), 3)
		cur.Release()
		cur = n
		if seq == 2 {
			viewer.Release()
			viewer = cur.Retain()
		}
	}
	fmt.Println(render(viewer.Value()))
	fmt.Println(render(cur.Value()))
	viewer.Release()
	cur.Release()
	fmt.Println(segments.Stats().InUse, playlists.Stats().InUse)
}
