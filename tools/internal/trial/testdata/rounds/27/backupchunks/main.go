// truth: correct

// Backupchunks compresses the chunks of a backup in parallel, and writes them
// with an index to an archive.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var (
	zippers = sync.Pool{New: func() any {
		z, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		if err != nil {
			panic(err)
		}
		return z
	}}
	unzippers sync.Pool
	blocks    = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

type chunk struct {
	id  int
	buf *bytes.Buffer
	err error
}

// compress returns a buffer that the caller gives back with putBlock.
func compress(src io.Reader) (*bytes.Buffer, error) {
	buf := blocks.Get().(*bytes.Buffer)
	buf.Reset()
	z := zippers.Get().(*gzip.Writer)
	defer zippers.Put(z)
	z.Reset(buf)
	if _, err := io.Copy(z, src); err != nil {
		z.Close()
		putBlock(buf)
		return nil, err
	}
	if err := z.Close(); err != nil {
		putBlock(buf)
		return nil, err
	}
	return buf, nil
}

func putBlock(buf *bytes.Buffer) {
	if buf == nil || buf.Cap() > 1<<20 {
		return
	}
	buf.Reset()
	blocks.Put(buf)
}

func restore(data []byte) (string, error) {
	in := bytes.NewReader(data)
	z, ok := unzippers.Get().(*gzip.Reader)
	if !ok {
		z = new(gzip.Reader)
	}
	defer unzippers.Put(z)
	if err := z.Reset(in); err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return "", err
	}
	return string(text), z.Close()
}

type extent struct{ at, n int }

type archive struct {
	data  []byte
	index map[int]extent
}

func (a *archive) add(c chunk) {
	defer putBlock(c.buf)
	if c.err != nil {
		return
	}
	a.index[c.id] = extent{len(a.data), c.buf.Len()}
	a.data = append(a.data, c.buf.Bytes()...)
}

type flaky struct{}

func (flaky) Read([]byte) (int, error) { return 0, errors.New("read: i/o error") }

func backup(sources []io.Reader) (*archive, error) {
	done := make(chan chunk)
	var wg sync.WaitGroup
	for id, src := range sources {
		wg.Go(func() {
			buf, err := compress(src)
			done <- chunk{id, buf, err}
		})
	}
	go func() {
		wg.Wait()
		close(done)
	}()
	a := &archive{index: map[int]extent{}}
	var failed error
	for c := range done {
		failed = errors.Join(failed, c.err)
		a.add(c)
	}
	return a, failed
}

func main() {
	var sources []io.Reader
	for i := range 6 {
		sources = append(sources, strings.NewReader(strings.Repeat(fmt.Sprint("row ", i, ";"), 200)))
	}
	sources = append(sources, flaky{})
	a, err := backup(sources)
	fmt.Println(len(a.index), err)
	e := a.index[4]
	text, err := restore(a.data[e.at : e.at+e.n])
	fmt.Println(text[:6], len(text), err)
	_, err = restore([]byte("not gzip at all"))
	fmt.Println(err)
}
