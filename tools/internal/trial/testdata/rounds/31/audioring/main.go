// truth: correct

// Command audioring is the jitter buffer of a voice service: a ring of frames
// by sequence number, read at a steady pace.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

const samples = 160

type frame struct {
	seq uint32
	pcm [samples]int16
	n   int
}

var frames = rcpool.Pool[frame]{Name: "frames"}

type stats struct{ late, lost, replaced, played int }

type jitter struct {
	slots [8]rcpool.Ref[frame]
	next  uint32 // to be played
	stats stats
}

// push takes the frame over.
func (j *jitter) push(ref rcpool.Ref[frame]) {
	seq := ref.Value().seq
	if seq < j.next {
		j.stats.late++
		ref.Release()
		return
	}
	for seq >= j.next+uint32(len(j.slots)) {
		// Too far ahead: skip what has not come.
		j.skip()
	}
	slot := &j.slots[seq%uint32(len(j.slots))]
	if !slot.IsZero() {
		j.stats.replaced++
		slot.Release()
	}
	*slot = ref
}

func (j *jitter) skip() {
	slot := &j.slots[j.next%uint32(len(j.slots))]
	if slot.IsZero() {
		j.stats.lost++
	}
	rcpool.Drop(slot)
	j.next++
}

// pop returns the next frame, which the caller owns, or false if it is missing.
func (j *jitter) pop() (rcpool.Ref[frame], bool) {
	slot := &j.slots[j.next%uint32(len(j.slots))]
	j.next++
	if slot.IsZero() {
		j.stats.lost++
		return rcpool.Ref[frame]{}, false
	}
	j.stats.played++
	return rcpool.Move(slot), true
}

func (j *jitter) reset() {
	for i := range j.slots {
		rcpool.Drop(&j.slots[i])
	}
	j.next = 0
}

// concealer repeats the last frame, quieter each time, where one is missing.
type concealer struct {
	last rcpool.Ref[frame]
	gain int
}

func (c *concealer) next(j *jitter) (peak int) {
	if ref, ok := j.pop(); ok {
		rcpool.Drop(&c.last)
		c.last, c.gain = ref, 4
	} else if c.gain > 0 {
		c.gain--
	}
	if c.last.IsZero() {
		return 0
	}
	f := c.last.Value()
	for _, s := range f.pcm[:f.n] {
		peak = max(peak, int(s)*c.gain/4)
	}
	return peak
}

func (c *concealer) close() { rcpool.Drop(&c.last) }

func tone(seq uint32) rcpool.Ref[frame] {
	ref := frames.Get()
	f := ref.Value()
	f.seq, f.n = seq, samples
	for i := range f.pcm {
		f.pcm[i] = int16(100 + int(seq) + i%3)
	}
	return ref
}

func main() {
	j := &jitter{}
	defer j.reset()
	c := &concealer{}
	defer c.close()
	for _, seq := range []uint32{0, 1, 3, 2, 3, 7, 5} {
		j.push(tone(seq))
	}
	for range 6 {
		fmt.Print(c.next(j), " ")
	}
	j.push(tone(2))
	j.push(tone(30))
	j.push(tone(29))
	for range 4 {
		fmt.Print(c.next(j), " ")
	}
	fmt.Printf("\n%+v\n", j.stats)
}
