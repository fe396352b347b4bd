// truth: correct

// The wire protocol of a file server: frames with a header, some of which are fragments.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type frame struct {
	kind byte
	last bool
	data stdpool.ByteRef
}

// Reset releases the payload if nobody has taken it.
func (f *frame) Reset() {
	f.data.Drop()
	f.kind, f.last = 0, false
}

var frames = rcpool.Pool[frame]{Name: "frames"}

const maxFrame = 1 << 10

var errTooLarge = errors.New("frame too large")

func readFrame(r *bufio.Reader) (rcpool.Ref[frame], error) {
	f := frames.Get()
	defer rcpool.Drop(&f)
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return rcpool.Ref[frame]{}, err
	}
	n := int(binary.BigEndian.Uint16(head[2:]))
	if n > maxFrame {
		return rcpool.Ref[frame]{}, errTooLarge
	}
	v := f.Value()
	v.kind, v.last = head[0], head[1] == 1
	v.data = stdpool.Bytes(n)
	if _, err := io.ReadFull(r, v.data.Value()); err != nil {
		return rcpool.Ref[frame]{}, fmt.Errorf("payload: %w", err)
	}
	return rcpool.Move(&f), nil
}

// readMessage joins fragments. A message of one frame is not copied.
func readMessage(r *bufio.Reader) (_ stdpool.ByteRef, err error) {
	var whole stdpool.ByteRef
	defer whole.Drop()
	for {
		f, err := readFrame(r)
		if err != nil {
			if err == io.EOF && !whole.IsZero() {
				err = io.ErrUnexpectedEOF
			}
			return stdpool.ByteRef{}, err
		}
		if whole.IsZero() {
			whole = f.Value().data.Move()
		} else {
			whole.Append(f.Value().data.Value()...)
		}
		last := f.Value().last
		f.Release()
		if last {
			return whole.Move(), nil
		}
	}
}

func put(w *bytes.Buffer, last byte, text string) {
	w.Write([]byte{7, last})
	w.Write(binary.BigEndian.AppendUint16(nil, uint16(len(text))))
	w.WriteString(text)
}

func serve(in io.Reader) error {
	r := stdpool.BufioReader(in)
	defer r.Release()
	for {
		m, err := readMessage(r.Value())
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		fmt.Printf("%q\n", m.Value())
		m.Release()
	}
}

func main() {
	var good, cut, large bytes.Buffer
	put(&good, 1, "hello")
	put(&good, 0, "a message ")
	put(&good, 0, "of three ")
	put(&good, 1, "frames")
	put(&cut, 0, "unfinished")
	put(&large, 0, "x")
	put(&large, 1, string(make([]byte, 2*maxFrame)))
	short := bytes.NewBuffer(good.Bytes()[:7])
	for _, in := range []*bytes.Buffer{&cut, &large, short, &good} {
		fmt.Println(serve(in))
	}
}
