// truth: correct

// Command frame-server speaks a protocol of length-prefixed frames over a
// connection. Frames come from an iterator that keeps what is not yielded.
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"

	"github.com/rcpool/rcpool"
)

type frame struct{ body []byte }

var frames = rcpool.Pool[frame]{
	Name:  "frames",
	Reset: func(f *frame) { f.body = f.body[:0] },
}

const maxFrame = 1 << 10

var errTooLarge = errors.New("frame too large")

// readFrame returns a frame that the caller owns.
func readFrame(r io.Reader) (_ rcpool.Ref[frame], err error) {
	var size [2]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return rcpool.Ref[frame]{}, err
	}
	n := int(binary.BigEndian.Uint16(size[:]))
	if n > maxFrame {
		return rcpool.Ref[frame]{}, errTooLarge
	}
	f := frames.Get()
	f.Value().body = append(f.Value().body, make([]byte, n)...)
	if _, err := io.ReadFull(r, f.Value().body); err != nil {
		f.Release()
		return rcpool.Ref[frame]{}, err
	}
	return f, nil
}

// all yields the frames of r. They are borrowed for the turn of the loop.
func all(r io.Reader) iter.Seq2[*frame, error] {
	return func(yield func(*frame, error) bool) {
		for {
			f, err := readFrame(r)
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			more := yield(f.Value(), nil)
			f.Release()
			if !more {
				return
			}
		}
	}
}

func writeFrame(w *bufio.Writer, body []byte) error {
	var size [2]byte
	binary.BigEndian.PutUint16(size[:], uint16(len(body)))
	w.Write(size[:])
	w.Write(body)
	return w.Flush()
}

func serve(conn net.Conn) error {
	defer conn.Close()
	out := bufio.NewWriter(conn)
	for f, err := range all(conn) {
		if err != nil {
			return err
		}
		if string(f.body) == "quit" {
			return nil
		}
		if err := writeFrame(out, append([]byte("echo "), f.body...)); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	for _, requests := range [][]string{{"a", "b", "quit"}, {"c"}, {string(make([]byte, 2000))}} {
		client, server := net.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- serve(server) }()
		out := bufio.NewWriter(client)
		for _, request := range requests {
			if writeFrame(out, []byte(request)) != nil || request == "quit" {
				break
			}
			answer, err := readFrame(client)
			if err != nil {
				break
			}
			fmt.Printf("%s\n", answer.Value().body)
			answer.Release()
		}
		client.Close()
		fmt.Println("ended:", <-ended)
	}
}
