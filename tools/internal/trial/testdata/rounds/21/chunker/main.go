// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

// chunk is a part of a file. It owns its data.
type chunk struct {
	file   string
	offset int
	data   stdpool.ByteRef
}

var errRead = errors.New("bad sector")

// split cuts a file at line ends into chunks that share its memory.
func split(name string, in io.Reader, size int) ([]chunk, error) {
	whole := stdpool.Bytes(0)
	defer whole.Release()
	if _, err := whole.ReadFrom(io.LimitReader(in, 1<<20)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var chunks []chunk
	for from := 0; from < whole.Len(); {
		to := min(from+size, whole.Len())
		if i := bytes.LastIndexByte(whole.Value()[from:to], '\n'); i >= 0 {
			to = from + i + 1
		}
		chunks = append(chunks, chunk{name, from, whole.Slice(from, to)})
		from = to
	}
	return chunks, nil
}

func discard(chunks []chunk) {
	for i := range chunks {
		chunks[i].data.Drop()
	}
}

// upload seals the chunk with a trailer and sends it. It takes the chunk over.
func upload(c chunk, to *bucket) error {
	defer c.data.Release()
	fmt.Fprintf(&c.data, "#%s+%d", c.file, c.offset)
	return to.put(c.data.Value())
}

type bucket struct {
	mu    sync.Mutex
	room  int
	parts []string
}

func (b *bucket) put(data []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(data) > b.room {
		return errors.New("bucket full")
	}
	b.room -= len(data)
	b.parts = append(b.parts, string(data))
	return nil
}

func backup(name string, in io.Reader, to *bucket) error {
	chunks, err := split(name, in, 24)
	if err != nil {
		return err
	}
	for i := range chunks {
		if err := upload(chunks[i], to); err != nil {
			discard(chunks[i+1:])
			return fmt.Errorf("%s: %w after %d chunks", name, err, i)
		}
	}
	return nil
}

func main() {
	to := &bucket{room: 300}
	files := []struct {
		name string
		in   io.Reader
	}{
		{"hosts", strings.NewReader(strings.Repeat("10.0.0.1 db\n", 5))},
		{"broken", io.MultiReader(strings.NewReader("abc"), failing{})},
		{"log", strings.NewReader(strings.Repeat("line of text\n", 30))},
		{"empty", strings.NewReader("")},
	}
	var wg sync.WaitGroup
	errs := make([]error, len(files))
	for i, f := range files {
		wg.Go(func() { errs[i] = backup(f.name, f.in, to) })
		if i == 0 {
			wg.Wait()
		}
	}
	wg.Wait()
	for _, err := range errs {
		fmt.Println(err)
	}
	fmt.Println(len(to.parts) > 3)
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errRead }
