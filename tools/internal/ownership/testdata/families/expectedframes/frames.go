// Package expectedframes has functions that return a struct of references and whether there is
// one, and callers who know that there is.
package expectedframes

import "github.com/rcpool/rcpool/stdpool"

type frame struct {
	seq     uint16
	payload stdpool.ByteRef
}

type jitter struct {
	frames []frame
	depth  int
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
	return f, true
}

// first returns a frame of its own, or none.
func first(text []byte) (frame, bool) {
	if len(text) == 0 {
		return frame{}, false
	}
	b := stdpool.Bytes(0)
	b.Append(text...)
	return frame{seq: 1, payload: b}, true
}
