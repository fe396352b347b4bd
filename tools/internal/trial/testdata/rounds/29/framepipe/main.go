// truth: correct

// Command framepipe decodes, scales and muxes video frames in three stages.
package main

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/rcpool/rcpool"
	"golang.org/x/sync/errgroup"
)

type plane struct {
	pts    int64
	w, h   int
	pixels []byte
}

func (p *plane) size(w, h int) {
	p.w, p.h = w, h
	if cap(p.pixels) < w*h {
		p.pixels = make([]byte, w*h)
	}
	p.pixels = p.pixels[:w*h]
}

func resetPlane(p *plane) { *p = plane{pixels: p.pixels[:0]} }

var (
	decoded = rcpool.Pool[plane]{Name: "frames.decoded", Reset: resetPlane}
	scaled  = rcpool.Pool[plane]{Name: "frames.scaled", Reset: resetPlane}
)

type frames chan rcpool.Ref[plane]

// offer hands f over, or releases it if nobody takes it in time.
func (c frames) offer(ctx context.Context, f rcpool.Ref[plane]) error {
	select {
	case c <- f:
		return nil
	case <-ctx.Done():
		f.Release()
		return ctx.Err()
	}
}

// discard releases what a stage that failed has left.
func (c frames) discard() {
	for f := range c {
		f.Release()
	}
}

func decode(ctx context.Context, n int, to frames) error {
	defer close(to)
	for i := range n {
		f := decoded.Get()
		p := f.Value()
		p.pts = int64(i) * 40
		p.size(16, 8)
		for x := range p.pixels {
			p.pixels[x] = byte(x * (i + 1))
		}
		if err := to.offer(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

func halve(dst, src *plane) {
	dst.pts = src.pts
	dst.size(src.w/2, src.h/2)
	for y := range dst.h {
		for x := range dst.w {
			dst.pixels[y*dst.w+x] = src.pixels[2*y*src.w+2*x]
		}
	}
}

func scale(ctx context.Context, from, to frames) error {
	defer close(to)
	defer from.discard()
	for f := range from {
		small := scaled.Get()
		halve(small.Value(), f.Value())
		f.Release()
		if err := to.offer(ctx, small); err != nil {
			return err
		}
	}
	return nil
}

var errMux = errors.New("muxer: timestamps go backwards")

func mux(from frames, limit int64) (sum uint32, err error) {
	defer from.discard()
	for f := range from {
		p := f.Value()
		if p.pts > limit {
			f.Release()
			return sum, errMux
		}
		sum = crc32.Update(sum, crc32.IEEETable, p.pixels)
		f.Release()
	}
	return sum, nil
}

func transcode(n int, limit int64) (uint32, error) {
	g, ctx := errgroup.WithContext(context.Background())
	a, b := make(frames, 2), make(frames, 2)
	g.Go(func() error { return decode(ctx, n, a) })
	g.Go(func() error { return scale(ctx, a, b) })
	var sum uint32
	g.Go(func() (err error) {
		sum, err = mux(b, limit)
		return err
	})
	err := g.Wait()
	return sum, err
}

func main() {
	sum, err := transcode(20, 1<<40)
	fmt.Printf("%08x %v\n", sum, err)
	_, err = transcode(200, 400)
	fmt.Println(err)
}
