// truth: unclosed line 25,49 callee
package main

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
	"sync"
)

var deflaters = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

type stepLog struct {
	step  string
	lines []string
}

// finish pushes out what the compressor still holds.
func finish(zw *zlib.Writer, err error) error {
	if err != nil {
		return err
	}
	return zw.Flush()
}

func writeLines(w io.Writer, l stepLog) error {
	for i, line := range l.lines {
		if _, err := fmt.Fprintf(w, "%s %03d %s\n", l.step, i, line); err != nil {
			return fmt.Errorf("step %s: %w", l.step, err)
		}
	}
	return nil
}

func pack(logs []stepLog) ([]byte, error) {
	var out bytes.Buffer
	zw := deflaters.Get().(*zlib.Writer)
	zw.Reset(&out)
	var err error
	for _, l := range logs {
		if err = writeLines(zw, l); err != nil {
			break
		}
	}
	err = finish(zw, err)
	zw.Reset(io.Discard)
	deflaters.Put(zw)
	return out.Bytes(), err
}

func unpack(data []byte) (int, error) {
	zr, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	defer zr.Close()
	var text strings.Builder
	_, err = io.Copy(&text, zr)
	return strings.Count(text.String(), "\n"), err
}

func main() {
	data, err := pack([]stepLog{
		{"compile", []string{"go build ./...", "ok"}},
		{"test", []string{"go test ./...", "--- FAIL: TestX", "exit 1"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(unpack(data))
}
