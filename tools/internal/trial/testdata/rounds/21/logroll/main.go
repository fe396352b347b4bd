// truth: use-after-release line 64 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

var chunks = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 1024)) }}

func newChunk() *bytes.Buffer {
	b := chunks.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

// roll appends a chunk to the file and makes room for the next one.
func roll(file io.Writer, chunk *bytes.Buffer) error {
	defer chunks.Put(chunk)
	if chunk.Len() == 0 {
		return nil
	}
	chunk.WriteString("-- end of chunk\n")
	_, err := file.Write(chunk.Bytes())
	return err
}

type disk struct {
	bytes.Buffer
	room int
}

func (d *disk) Write(p []byte) (int, error) {
	if len(p) > d.room {
		return 0, errors.New("disk full")
	}
	d.room -= len(p)
	return d.Buffer.Write(p)
}

type logger struct {
	file    io.Writer
	chunk   *bytes.Buffer
	limit   int
	written int
	lost    int
}

func (l *logger) log(at time.Duration, level, text string) {
	fmt.Fprintf(l.chunk, "%s %-5s %s\n", at, level, text)
	if l.chunk.Len() >= l.limit {
		l.rotate()
	}
}

func (l *logger) rotate() {
	chunk := l.chunk
	l.chunk = newChunk()
	if err := roll(l.file, chunk); err != nil {
		l.lost += chunk.Len()
		fmt.Fprintf(l.chunk, "lost a chunk: %v\n", err)
		return
	}
	l.written++
}

func (l *logger) close() error {
	chunk := l.chunk
	l.chunk = nil
	return roll(l.file, chunk)
}

func main() {
	d := &disk{room: 300}
	l := &logger{file: d, chunk: newChunk(), limit: 100}
	for i := range 16 {
		l.log(time.Duration(i)*time.Second, "INFO", "request served")
	}
	fmt.Println(l.close())
	fmt.Println(l.written, "chunks,", l.lost, "bytes lost,", d.Len(), "on disk")
}
