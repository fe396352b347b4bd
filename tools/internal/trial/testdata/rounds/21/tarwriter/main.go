// truth: correct
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"sync"
)

var (
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 256) }}
	blocks  = sync.Pool{New: func() any { b := make([]byte, 128); return &b }}
)

var errClosed = errors.New("archive is closed")

// archive writes files one after the other.
type archive struct {
	out *bufio.Writer
	err error
	n   int
}

func create(w io.Writer) *archive {
	out := writers.Get().(*bufio.Writer)
	out.Reset(w)
	out.WriteString("ARC1")
	return &archive{out: out}
}

// add appends a file. After an error the archive takes no more files.
func (a *archive) add(name string, in io.Reader) error {
	if a.err != nil {
		return a.err
	}
	block := blocks.Get().(*[]byte)
	defer blocks.Put(block)
	a.header(name)
	sum := crc32.NewIEEE()
	for {
		n, err := io.ReadFull(in, *block)
		if n > 0 {
			sum.Write((*block)[:n])
			a.chunk((*block)[:n])
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			a.err = fmt.Errorf("%s: %w", name, err)
			return a.err
		}
	}
	a.chunk(nil)
	_, a.err = a.out.Write(sum.Sum(nil))
	a.n++
	return a.err
}

func (a *archive) header(name string) {
	var b [2]byte
	binary.BigEndian.PutUint16(b[:], uint16(len(name)))
	a.out.Write(b[:])
	a.out.WriteString(name)
}

func (a *archive) chunk(data []byte) {
	a.out.WriteByte(byte(len(data)))
	a.out.Write(data)
}

// Close writes what is left. Later calls do nothing.
func (a *archive) Close() error {
	if a.out == nil {
		return nil
	}
	out := a.out
	a.out = nil
	err := a.err
	if err == nil {
		a.err = errClosed
		err = out.Flush()
	}
	out.Reset(nil)
	writers.Put(out)
	return err
}

func pack(w io.Writer, files map[string]io.Reader, order ...string) (n int, err error) {
	a := create(w)
	defer func() {
		if cerr := a.Close(); err == nil {
			err = cerr
		}
	}()
	for _, name := range order {
		if err := a.add(name, files[name]); err != nil {
			return a.n, err
		}
	}
	return a.n, nil
}

type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("i/o error") }

func main() {
	files := func() map[string]io.Reader {
		return map[string]io.Reader{
			"hosts": strings.NewReader(strings.Repeat("10.0.0.1 db\n", 40)),
			"empty": strings.NewReader(""),
			"bad":   io.MultiReader(strings.NewReader("partial"), broken{}),
		}
	}
	var out bytes.Buffer
	n, err := pack(&out, files(), "hosts", "empty")
	fmt.Println(n, err, out.Len())
	out.Reset()
	n, err = pack(&out, files(), "hosts", "bad", "empty")
	fmt.Println(n, err)
	n, err = pack(&full{300}, files(), "hosts", "empty")
	fmt.Println(n, err)
	n, err = pack(&full{4}, files(), "empty")
	fmt.Println(n, err)
	a := create(&out)
	fmt.Println(a.Close(), a.Close(), a.add("late", strings.NewReader("x")))
}
