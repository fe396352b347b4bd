// truth: correct

// Command wsframes reads WebSocket-like frames from a stream, joins fragments,
// and hands whole messages to handlers without copying those of one frame.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

const (
	final    = 0x80
	opText   = 1
	opCont   = 0
	opClose  = 8
	maxFrame = 4 << 10
)

var (
	errTooLarge = errors.New("frame is too large")
	errOrder    = errors.New("continuation without a beginning")
)

type reader struct {
	in      *bufio.Reader
	partial stdpool.ByteRef
	open    bool
}

// frame returns the next frame, whose payload the caller owns.
func (r *reader) frame() (head byte, payload stdpool.ByteRef, err error) {
	if head, err = r.in.ReadByte(); err != nil {
		return 0, stdpool.ByteRef{}, err
	}
	var size [2]byte
	if _, err = io.ReadFull(r.in, size[:]); err != nil {
		return 0, stdpool.ByteRef{}, err
	}
	n := int(binary.BigEndian.Uint16(size[:]))
	if n > maxFrame {
		return 0, stdpool.ByteRef{}, errTooLarge
	}
	payload = stdpool.Bytes(n)
	if _, err = io.ReadFull(r.in, payload.Value()); err != nil {
		payload.Release()
		return 0, stdpool.ByteRef{}, fmt.Errorf("payload: %w", err)
	}
	return head, payload, nil
}

// message returns the next message, which the caller owns.
func (r *reader) message() (stdpool.ByteRef, error) {
	for {
		head, payload, err := r.frame()
		if err != nil {
			return stdpool.ByteRef{}, err
		}
		switch op := head &^ final; {
		case op == opClose:
			payload.Release()
			return stdpool.ByteRef{}, io.EOF
		case op == opText && head&final != 0 && !r.open:
			return payload, nil
		case op == opText && !r.open:
			r.partial, r.open = payload, true
		case op == opCont && r.open:
			r.partial.Append(payload.Value()...)
			payload.Release()
			if head&final != 0 {
				r.open = false
				return r.partial.Move(), nil
			}
		default:
			payload.Release()
			return stdpool.ByteRef{}, errOrder
		}
	}
}

func (r *reader) close() {
	r.partial.Drop()
	r.open = false
}

func serve(in io.Reader, handlers ...func([]byte)) error {
	r := &reader{in: bufio.NewReader(in)}
	defer r.close()
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		m, err := r.message()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for _, h := range handlers {
			wg.Go(m.Hold(h))
		}
		m.Release()
	}
}

func put(w *bytes.Buffer, head byte, text string) {
	w.WriteByte(head)
	_ = binary.Write(w, binary.BigEndian, uint16(len(text)))
	w.WriteString(text)
}

func main() {
	var mu sync.Mutex
	total, upper := 0, 0
	count := func(b []byte) { mu.Lock(); total += len(b); mu.Unlock() }
	shout := func(b []byte) { mu.Lock(); upper += len(bytes.ToUpper(b)); mu.Unlock() }

	var good bytes.Buffer
	put(&good, final|opText, "hello")
	put(&good, opText, "frag")
	put(&good, opCont, "men")
	put(&good, final|opCont, "ted")
	put(&good, final|opClose, "bye")
	fmt.Println(serve(&good, count, shout))

	var bad bytes.Buffer
	put(&bad, opText, "never ")
	put(&bad, opCont, "finished")
	put(&bad, final|opText, "intruder")
	fmt.Println(serve(&bad, count))
	fmt.Println(serve(bytes.NewReader([]byte{final | opText, 0, 9, 'x'}), count))
	fmt.Println(total, upper)
}
