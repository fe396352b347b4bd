// truth: escape line 84 callee

// Command vodtranscode transcodes segments and measures their quality on the side.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Segment struct {
	Index  int
	Frames []int16
	Width  int
}

func (s *Segment) Reset() { s.Index, s.Frames, s.Width = 0, s.Frames[:0], 0 }

var segments = rcpool.Pool[Segment]{Name: "segments"}

type quality struct {
	wg     sync.WaitGroup
	mu     sync.Mutex
	scores map[int]int
}

func (q *quality) score(s *Segment) int {
	sum := 0
	for _, f := range s.Frames {
		sum += int(f)
	}
	return sum / max(1, len(s.Frames))
}

// watch scores the segment in the background if it is worth it.
func (q *quality) watch(s *Segment) {
	if s.Width < 640 {
		return
	}
	q.wg.Add(1)
	go func() {
		defer q.wg.Done()
		n := q.score(s)
		q.mu.Lock()
		defer q.mu.Unlock()
		q.scores[s.Index] = n
	}()
}

type Transcoder struct {
	q       quality
	ladder  []int
	emitted []string
}

func (t *Transcoder) decode(i int, into *Segment) error {
	if i%5 == 4 {
		return fmt.Errorf("segment %d: bad NAL unit", i)
	}
	into.Index = i
	for f := range 32 {
		into.Frames = append(into.Frames, int16(f*i))
	}
	return nil
}

func (t *Transcoder) Segment(i int) error {
	src := segments.Get()
	defer src.Release()
	if err := t.decode(i, src.Value()); err != nil {
		return err
	}
	for _, width := range t.ladder {
		out := segments.Get()
		o := out.Value()
		o.Index, o.Width = i*10000+width, width
		step := max(1, 1920/width)
		for f := 0; f < len(src.Value().Frames); f += step {
			o.Frames = append(o.Frames, src.Value().Frames[f])
		}
		t.emitted = append(t.emitted, fmt.Sprintf("%d@%d", len(o.Frames), width))
		t.q.watch(o)
		out.Release()
	}
	return nil
}

func main() {
	t := &Transcoder{ladder: []int{320, 1920}}
	t.q.scores = map[int]int{}
	for i := range 6 {
		if err := t.Segment(i); err != nil {
			fmt.Println(err)
		}
	}
	t.q.wg.Wait()
	fmt.Println(t.emitted, len(t.q.scores))
}
