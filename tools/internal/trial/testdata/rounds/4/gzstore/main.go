// truth: correct

// Gzstore keeps documents compressed, with pooled writers and readers.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"
)

var (
	writers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}
	readers sync.Pool // no New: gzip.NewReader needs a header
)

func compress(text string) ([]byte, error) {
	var out bytes.Buffer // belongs to the result
	zw := writers.Get().(*gzip.Writer)
	zw.Reset(&out)
	defer func() {
		zw.Reset(io.Discard) // do not keep out alive
		writers.Put(zw)
	}()
	if _, err := io.WriteString(zw, text); err != nil {
		return nil, err
	}
	if err := zw.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// open returns a reader; close it to give it back.
func open(data []byte) (io.ReadCloser, error) {
	source := bytes.NewReader(data)
	zr, ok := readers.Get().(*gzip.Reader)
	if !ok {
		var err error
		if zr, err = gzip.NewReader(source); err != nil {
			return nil, err
		}
		return &document{zr: zr}, nil
	}
	if err := zr.Reset(source); err != nil {
		readers.Put(zr) // the next Reset repairs it
		return nil, err
	}
	return &document{zr: zr}, nil
}

type document struct {
	mu sync.Mutex
	zr *gzip.Reader
}

func (d *document) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.zr == nil {
		return 0, io.ErrClosedPipe
	}
	return d.zr.Read(p)
}

func (d *document) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.zr == nil {
		return nil
	}
	err := d.zr.Close()
	readers.Put(d.zr)
	d.zr = nil
	return err
}

type Store struct {
	mu   sync.RWMutex
	docs map[string][]byte
}

func (s *Store) Put(name, text string) error {
	data, err := compress(text)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.docs[name] = data
	return nil
}

func (s *Store) Get(name string) (string, error) {
	s.mu.RLock()
	data := s.docs[name]
	s.mu.RUnlock()
	r, err := open(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	defer r.Close()
	var text strings.Builder
	_, err = io.Copy(&text, r)
	return text.String(), err
}

func main() {
	s := &Store{docs: make(map[string][]byte)}
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			name := fmt.Sprint("doc", i)
			if err := s.Put(name, strings.Repeat(name, 20)); err != nil {
				fmt.Println(err)
			}
			if text, err := s.Get(name); err != nil || text != strings.Repeat(name, 20) {
				fmt.Println("wrong:", name, err)
			}
		})
	}
	wg.Wait()
	_, err := s.Get("missing")
	fmt.Println(err)
	r, err := open(s.docs["doc1"])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Close(), r.Close())
}
