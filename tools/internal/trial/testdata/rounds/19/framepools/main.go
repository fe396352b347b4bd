// truth: wrong-pool line 73 hard
package main

import (
	"errors"
	"fmt"
	"sync"
)

type frame struct {
	samples []int16
	seq     int
}

// framePools has a pool for each sample rate. A frame is 20 ms.
var framePools = map[int]*sync.Pool{
	8000:  newPool(8000),
	16000: newPool(16000),
	48000: newPool(48000),
}

func newPool(rate int) *sync.Pool {
	return &sync.Pool{New: func() any { return &frame{samples: make([]int16, rate/50)} }}
}

var errRate = errors.New("unsupported sample rate")

// A track plays the frames of a speaker.
type track struct {
	rate    int
	pending []*frame
	next    int
	played  int
}

func newTrack(rate int) (*track, error) {
	if framePools[rate] == nil {
		return nil, fmt.Errorf("%w: %d", errRate, rate)
	}
	return &track{rate: rate}, nil
}

func (t *track) decode(tone int16) {
	f := framePools[t.rate].Get().(*frame)
	f.seq = t.next
	t.next++
	for i := range t.rate / 50 {
		f.samples[i] = tone + int16(i%2)
	}
	t.pending = append(t.pending, f)
}

func (t *track) play() {
	if len(t.pending) == 0 {
		return
	}
	f := t.pending[0]
	n := copy(t.pending, t.pending[1:])
	t.pending[n] = nil
	t.pending = t.pending[:n]
	t.played += len(f.samples)
	framePools[t.rate].Put(f)
}

// setRate changes the rate, and discards what was decoded with the old one.
func (t *track) setRate(rate int) error {
	if framePools[rate] == nil {
		return fmt.Errorf("%w: %d", errRate, rate)
	}
	t.rate = rate
	for i, f := range t.pending {
		t.pending[i] = nil
		framePools[t.rate].Put(f)
	}
	t.pending = t.pending[:0]
	return nil
}

func main() {
	_, err := newTrack(44100)
	fmt.Println(err)
	t, err := newTrack(8000)
	if err != nil {
		panic(err)
	}
	for i := range 4 {
		t.decode(int16(i))
	}
	t.play()
	fmt.Println(t.setRate(11025), t.setRate(48000))
	for i := range 3 {
		t.decode(int16(i))
		t.play()
	}
	fmt.Println(t.played)
}
