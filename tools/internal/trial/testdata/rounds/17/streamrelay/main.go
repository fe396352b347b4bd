// truth: double-release line 63 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type chunk struct {
	seq  int
	data []byte
}

func (c *chunk) Reset() { c.seq, c.data = 0, c.data[:0] }

var chunks = rcpool.Pool[chunk]{Name: "chunks"}

type client struct {
	w       io.Writer
	written int64
	gone    bool
}

var errGone = errors.New("client is gone")

// finish writes the last part of a stream.
func (c *client) finish(last rcpool.Ref[chunk]) error {
	defer last.Release()
	if c.gone {
		return errGone
	}
	n, err := c.w.Write(last.Value().data)
	c.written += int64(n)
	return err
}

func (c *client) push(part *chunk) error {
	if c.gone {
		return errGone
	}
	n, err := c.w.Write(part.data)
	c.written += int64(n)
	return err
}

// relay copies the stream to the client in chunks of size bytes.
func relay(c *client, r io.Reader, size int) error {
	for seq := 0; ; seq++ {
		part := chunks.Get()
		p := part.Value()
		p.seq = seq
		n, err := io.CopyN((*sink)(p), r, int64(size))
		if err != nil && err != io.EOF {
			part.Release()
			return fmt.Errorf("chunk %d: %w", seq, err)
		}
		if n < int64(size) {
			if err := c.finish(part); err != nil {
				part.Release()
				return fmt.Errorf("last chunk: %w", err)
			}
			return nil
		}
		err = c.push(p)
		part.Release()
		if err != nil {
			return err
		}
	}
}

type sink chunk

func (s *sink) Write(p []byte) (int, error) {
	s.data = append(s.data, p...)
	return len(p), nil
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func main() {
	var out bytes.Buffer
	c := &client{w: &out}
	fmt.Println(relay(c, bytes.NewReader(make([]byte, 1000)), 300), c.written)
	c = &client{w: failing{}}
	fmt.Println(relay(c, bytes.NewReader(make([]byte, 100)), 300), c.written)
}
