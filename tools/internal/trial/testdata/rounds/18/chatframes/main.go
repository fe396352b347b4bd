// truth: correct
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	Op      byte
	Payload []byte
}

func (f *Frame) Reset() { f.Op, f.Payload = 0, f.Payload[:0] }

var frames = rcpool.Pool[Frame]{Name: "frames"}

// event is a frame, or the error that ended the connection.
type event struct {
	frame rcpool.Ref[Frame]
	err   error
}

var errSize = errors.New("frame too large")

func readFrame(r *bufio.Reader) (rcpool.Ref[Frame], error) {
	op, err := r.ReadByte()
	if err != nil {
		return rcpool.Ref[Frame]{}, err
	}
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return rcpool.Ref[Frame]{}, err
	}
	if n > 1024 {
		return rcpool.Ref[Frame]{}, errSize
	}
	ref := frames.Get()
	f := ref.Value()
	f.Op = op
	if cap(f.Payload) < int(n) {
		f.Payload = make([]byte, n)
	}
	f.Payload = f.Payload[:n]
	if _, err := io.ReadFull(r, f.Payload); err != nil {
		ref.Release()
		return rcpool.Ref[Frame]{}, err
	}
	return ref, nil
}

// read sends events until the connection or ctx ends, and closes out.
func read(ctx context.Context, conn io.Reader, out chan<- event) {
	defer close(out)
	r := bufio.NewReader(conn)
	for {
		ref, err := readFrame(r)
		ev := event{ref, err}
		select {
		case out <- ev:
			if err != nil {
				return
			}
		case <-ctx.Done():
			rcpool.Drop(&ev.frame)
			return
		}
	}
}

func serve(conn io.Reader) (said []string, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	in := make(chan event, 2)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		read(ctx, conn, in)
	}()
	defer func() {
		cancel()
		for ev := range in {
			rcpool.Drop(&ev.frame)
		}
		wg.Wait()
	}()
	for ev := range in {
		if ev.err == io.EOF {
			return said, nil
		}
		if ev.err != nil {
			return said, ev.err
		}
		f := ev.frame.Value()
		op := f.Op
		if op == 't' {
			said = append(said, string(f.Payload))
		}
		ev.frame.Release()
		if op == 'q' {
			return said, nil
		}
	}
	return said, nil
}

func main() {
	enc := func(op byte, s string) string {
		return string(binary.AppendUvarint([]byte{op}, uint64(len(s)))) + s
	}
	for _, conn := range []string{
		enc('t', "hi") + enc('p', "") + enc('t', strings.Repeat("x", 10)),
		enc('t', "a") + enc('q', "") + enc('t', "b") + enc('t', "c") + enc('t', "d"),
		enc('t', "a") + "t\x09cut",
		enc('t', strings.Repeat("y", 2000)),
	} {
		fmt.Println(serve(strings.NewReader(conn)))
	}
}
