// Package movedfirst has structs that own what their constructors are given.
package movedfirst

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type frame struct{ pix [16]byte }

type stream struct{ data []byte }

func (s *stream) Reset() { s.data = s.data[:0] }

var (
	frames  = rcpool.Pool[frame]{Name: "frames"}
	streams = rcpool.Pool[stream]{Name: "streams"}
	errRate = errors.New("bit rate exceeded")
)

type job struct {
	in  rcpool.Ref[frame]
	out rcpool.Ref[stream]
}

func newJob(in rcpool.Ref[frame]) *job { return &job{in: in, out: streams.Get()} }

func (j *job) encode(limit int) error {
	out := j.out.Value()
	out.data = append(out.data, j.in.Value().pix[:]...)
	if len(out.data) > limit {
		return errRate
	}
	return nil
}

func (j *job) finish() rcpool.Ref[stream] {
	j.in.Release()
	return rcpool.Move(&j.out)
}

// cancel releases both, half only one.
func (j *job) cancel() {
	rcpool.Drop(&j.in)
	rcpool.Drop(&j.out)
}

func (j *job) half() { rcpool.Drop(&j.out) }
