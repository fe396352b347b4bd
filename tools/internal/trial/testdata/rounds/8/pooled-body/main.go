// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A body owns a pooled buffer until Close, which may be called several times
// and by several goroutines.
type body struct {
	mu  sync.Mutex
	buf *bytes.Buffer
	off int
}

var errClosed = errors.New("body: closed")

func (b *body) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.buf == nil {
		return 0, errClosed
	}
	rest := b.buf.Bytes()[b.off:]
	if len(rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, rest)
	b.off += n
	return n, nil
}

func (b *body) Close() error {
	b.mu.Lock()
	buf := b.buf
	b.buf = nil
	b.mu.Unlock()
	if buf != nil {
		buf.Reset()
		bodies.Put(buf)
	}
	return nil
}

// slurp reads r, so that the answer can be replayed.
func slurp(r io.Reader, limit int64) (io.ReadCloser, error) {
	buf := bodies.Get().(*bytes.Buffer)
	b := &body{buf: buf}
	n, err := buf.ReadFrom(io.LimitReader(r, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("more than %d bytes", limit)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func fetch(payload string) (string, error) {
	rc, err := slurp(strings.NewReader(payload), 64)
	if err != nil {
		return "", err
	}
	defer rc.Close()
	all, err := io.ReadAll(rc)
	if err != nil {
		return "", err
	}
	if err := rc.Close(); err != nil {
		return "", err
	}
	if _, err := rc.Read(make([]byte, 1)); !errors.Is(err, errClosed) {
		return "", errors.New("still open")
	}
	return string(all), nil
}

func main() {
	for _, s := range []string{"one", strings.Repeat("long ", 20), "three", ""} {
		got, err := fetch(s)
		fmt.Printf("%q %v\n", got, err)
	}
}
