// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"

	"github.com/rcpool/rcpool/stdpool"
)

const header = 6 // uint32 speaker, uint16 sequence

var errShort = errors.New("datagram too short")

type frame struct {
	seq     uint16
	payload stdpool.ByteRef
}

// A jitter buffer orders the frames of one speaker.
type jitter struct {
	frames []frame
	depth  int
	next   uint16
}

func (j *jitter) push(f frame) {
	if f.seq < j.next {
		f.payload.Release()
		return
	}
	i := sort.Search(len(j.frames), func(i int) bool { return j.frames[i].seq >= f.seq })
	if i < len(j.frames) && j.frames[i].seq == f.seq {
		f.payload.Release()
		return
	}
	j.frames = append(j.frames, frame{})
	copy(j.frames[i+1:], j.frames[i:])
	j.frames[i] = f
	if len(j.frames) > j.depth {
		old, _ := j.pop()
		old.payload.Release()
	}
}

// pop hands the oldest frame over.
func (j *jitter) pop() (frame, bool) {
	if len(j.frames) == 0 {
		return frame{}, false
	}
	f := j.frames[0]
	copy(j.frames, j.frames[1:])
	j.frames[len(j.frames)-1] = frame{}
	j.frames = j.frames[:len(j.frames)-1]
	j.next = f.seq + 1
	return f, true
}

type room struct{ speakers map[uint32]*jitter }

func (r *room) receive(datagram stdpool.ByteRef) error {
	defer datagram.Release()
	b := datagram.Value()
	if len(b) <= header {
		return errShort
	}
	id := binary.BigEndian.Uint32(b)
	j := r.speakers[id]
	if j == nil {
		j = &jitter{depth: 3}
		r.speakers[id] = j
	}
	j.push(frame{binary.BigEndian.Uint16(b[4:]), datagram.Slice(header, len(b))})
	return nil
}

func (r *room) mix(out []int) {
	for _, j := range r.speakers {
		f, ok := j.pop()
		if !ok {
			continue
		}
		for i, s := range f.payload.Value() {
			if i < len(out) {
				out[i] += int(s)
			}
		}
		f.payload.Release()
	}
}

func (r *room) leave(id uint32) {
	j, ok := r.speakers[id]
	if !ok {
		return
	}
	delete(r.speakers, id)
	for _, f := range j.frames {
		f.payload.Release()
	}
}

func datagram(id uint32, seq uint16, samples ...byte) stdpool.ByteRef {
	b := stdpool.Bytes(header)
	binary.BigEndian.PutUint32(b.Value(), id)
	binary.BigEndian.PutUint16(b.Value()[4:], seq)
	b.Append(samples...)
	return b
}

func main() {
	r := &room{speakers: map[uint32]*jitter{}}
	for _, seq := range []uint16{2, 0, 1, 1, 3, 5} {
		for id := range uint32(2) {
			if err := r.receive(datagram(id, seq, byte(seq), byte(id), 7)); err != nil {
				panic(err)
			}
		}
	}
	fmt.Println(r.receive(datagram(9, 1)))
	out := make([]int, 3)
	r.mix(out)
	r.mix(out)
	fmt.Println(out)
	r.leave(0)
	r.leave(1)
	r.leave(9)
}
