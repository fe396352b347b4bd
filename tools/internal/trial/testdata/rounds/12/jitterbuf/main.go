// truth: correct

package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	Seq  uint16
	Key  bool
	Data []byte
}

var frames = rcpool.Pool[Frame]{
	Name:  "frames",
	Reset: func(f *Frame) { f.Seq, f.Key, f.Data = 0, false, f.Data[:0] },
}

const slots = 8

type jitter struct {
	ring [slots]rcpool.Ref[Frame]
	next uint16
	lost int
	key  rcpool.Ref[Frame]
}

func (j *jitter) insert(ref rcpool.Ref[Frame]) {
	seq := ref.Value().Seq
	if int16(seq-j.next) < 0 {
		ref.Release()
		return
	}
	slot := &j.ring[seq%slots]
	if !slot.IsZero() {
		j.lost++
		slot.Release()
	}
	*slot = ref
}

// pop hands the next frame over, if it is there.
func (j *jitter) pop() (rcpool.Ref[Frame], bool) {
	slot := &j.ring[j.next%slots]
	if slot.IsZero() {
		return rcpool.Ref[Frame]{}, false
	}
	if slot.Value().Seq != j.next {
		return rcpool.Ref[Frame]{}, false
	}
	j.next++
	return rcpool.Move(slot), true
}

func (j *jitter) skip() {
	rcpool.Drop(&j.ring[j.next%slots])
	j.next++
	j.lost++
}

func (j *jitter) remember(ref *rcpool.Ref[Frame]) {
	if !ref.Value().Key {
		return
	}
	rcpool.Drop(&j.key)
	j.key = ref.Retain()
}

func (j *jitter) Close() {
	for i := range j.ring {
		rcpool.Drop(&j.ring[i])
	}
	rcpool.Drop(&j.key)
}

func play(j *jitter, show func(*Frame)) {
	for misses := 0; misses < 3; {
		ref, ok := j.pop()
		if !ok {
			misses++
			j.skip()
			continue
		}
		j.remember(&ref)
		show(ref.Value())
		ref.Release()
	}
}

func main() {
	j := &jitter{}
	defer j.Close()
	for _, seq := range []uint16{0, 2, 1, 1, 5, 4, 3, 12, 9} {
		ref := frames.Get()
		f := ref.Value()
		f.Seq, f.Key = seq, seq%4 == 0
		f.Data = fmt.Appendf(f.Data, "nal%d", seq)
		j.insert(ref)
	}
	var shown []uint16
	play(j, func(f *Frame) { shown = append(shown, f.Seq) })
	late := frames.Get()
	late.Value().Seq = 1
	j.insert(late)
	fmt.Println(shown, j.lost, string(j.key.Value().Data))
}
