// truth: correct
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type chunk struct {
	no  int
	buf [16]byte
	n   int
}

func (c *chunk) bytes() []byte { return c.buf[:c.n] }

var (
	chunks    rcpool.Pool[chunk]
	cancelled atomic.Int32
	noticed   = make(chan struct{}, 4)
)

// read returns the next chunk, which the caller owns, or io.EOF.
func read(r io.Reader, no int) (rcpool.Ref[chunk], error) {
	ref := chunks.Get()
	owned := true
	defer func() {
		if owned {
			ref.Release()
		}
	}()
	c := ref.Value()
	n, err := io.ReadFull(r, c.buf[:])
	if n == 0 {
		return rcpool.Ref[chunk]{}, err
	}
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return rcpool.Ref[chunk]{}, err
	}
	c.no, c.n = no, n
	owned = false
	return ref, nil
}

func note(c *chunk) {
	cancelled.Add(int32(c.no))
	noticed <- struct{}{}
}

// play yields each chunk together with the one that follows it, nil at the end.
func play(ctx context.Context, r io.Reader, yield func(cur, next *chunk) bool) error {
	cur, err := read(r, 1)
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	for no := 2; ; no++ {
		stop := cur.AfterDone(ctx, note)
		next, err := read(r, no)
		if err != nil {
			if err == io.EOF {
				err = nil
				yield(cur.Value(), nil)
			}
			stop()
			cur.Release()
			return err
		}
		more := yield(cur.Value(), next.Value())
		if stop(); !more {
			next.Release()
			cur.Release()
			return ctx.Err()
		}
		cur.Release()
		cur = next
	}
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	count := 0
	err := play(ctx, strings.NewReader(strings.Repeat("tune ", 20)), func(cur, next *chunk) bool {
		count += cur.n
		return next == nil || len(next.bytes()) > 0
	})
	fmt.Println(count, err)
	err = play(ctx, strings.NewReader(strings.Repeat("talk ", 20)), func(cur, next *chunk) bool {
		if cur.no == 3 {
			cancel()
			<-noticed
		}
		return cur.no < 3
	})
	fmt.Println(err, cancelled.Load())
	fmt.Println(play(ctx, strings.NewReader(""), nil))
	fmt.Println(chunks.Stats().InUse)
}
