// truth: unclosed line 28 plain

// Command backup-gzip compresses the files of a backup, one after the other, and
// verifies each.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"
)

var compressors = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

type file struct{ name, text string }

type archive struct {
	data  map[string][]byte
	total int
}

func (a *archive) add(f file) error {
	var out bytes.Buffer
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz)
	gz.Reset(&out)
	gz.Name = f.name
	n, err := io.Copy(gz, strings.NewReader(f.text))
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	if err := gz.Flush(); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	a.data[f.name] = out.Bytes()
	a.total += int(n)
	return nil
}

func (a *archive) verify(f file) error {
	gz, err := gzip.NewReader(bytes.NewReader(a.data[f.name]))
	if err != nil {
		return err
	}
	text, err := io.ReadAll(gz)
	if err != nil {
		return err
	}
	if gz.Name != f.name || string(text) != f.text {
		return fmt.Errorf("%s differs", f.name)
	}
	return nil
}

func main() {
	a := &archive{data: map[string][]byte{}}
	for i := range 3 {
		f := file{fmt.Sprint("file", i), strings.Repeat("some text ", i*100)}
		if err := a.add(f); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(f.name, a.verify(f))
	}
	fmt.Println(a.total, "bytes")
}
