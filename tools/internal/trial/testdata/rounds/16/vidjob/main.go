// truth: leak line 62,72 callee

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type frame struct {
	Index int
	Pix   [256]byte
}

type bitstream struct {
	Data []byte
}

func (b *bitstream) Reset() { b.Data = b.Data[:0] }

var (
	frames  = rcpool.Pool[frame]{Name: "frames"}
	streams = rcpool.Pool[bitstream]{Name: "streams"}
	errRate = errors.New("bit rate exceeded")
)

// job encodes one frame.
type job struct {
	in  rcpool.Ref[frame]
	out rcpool.Ref[bitstream]
}

func newJob(in rcpool.Ref[frame]) *job {
	return &job{in: in, out: streams.Get()}
}

func (j *job) encode(limit int) error {
	f, out := j.in.Value(), j.out.Value()
	for i := 0; i < len(f.Pix); {
		run := 1
		for i+run < len(f.Pix) && run < 255 && f.Pix[i+run] == f.Pix[i] {
			run++
		}
		out.Data = append(out.Data, f.Pix[i], byte(run))
		i += run
	}
	if len(out.Data) > limit {
		return fmt.Errorf("frame %d: %w: %d bytes", f.Index, errRate, len(out.Data))
	}
	return nil
}

// finish returns the encoded frame.
func (j *job) finish() rcpool.Ref[bitstream] {
	j.in.Release()
	return rcpool.Move(&j.out)
}

func (j *job) cancel() {
	rcpool.Drop(&j.out)
}

type encoder struct {
	limit int
	out   chan rcpool.Ref[bitstream]
}

func (e *encoder) submit(index, noise int) error {
	in := frames.Get()
	f := in.Value()
	f.Index = index
	for i := range f.Pix {
		f.Pix[i] = byte(i * noise / 64)
	}
	j := newJob(in)
	if err := j.encode(e.limit); err != nil {
		j.cancel()
		return err
	}
	e.out <- j.finish()
	return nil
}

func main() {
	e := &encoder{limit: 100, out: make(chan rcpool.Ref[bitstream], 2)}
	var wg sync.WaitGroup
	total := 0
	wg.Go(func() {
		for b := range e.out {
			total += len(b.Value().Data)
			b.Release()
		}
	})
	for i := range 6 {
		if err := e.submit(i, i*4); err != nil {
			fmt.Println(err)
		}
	}
	close(e.out)
	wg.Wait()
	fmt.Println(total, "in use:", frames.Stats().InUse, streams.Stats().InUse)
}
