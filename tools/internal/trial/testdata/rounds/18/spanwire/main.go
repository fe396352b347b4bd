// truth: escape line 47 plain
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sync"
	"time"
)

type span struct {
	trace    uint64
	name     string
	duration time.Duration
	tags     map[string]string
}

var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type exporter struct {
	mu      sync.Mutex
	batches [][]byte
	sent    int
}

func (e *exporter) marshal(spans []span) []byte {
	buf := scratch.Get().(*bytes.Buffer)
	buf.Reset()
	defer scratch.Put(buf)
	var num [8]byte
	for _, s := range spans {
		binary.BigEndian.PutUint64(num[:], s.trace)
		buf.Write(num[:])
		binary.BigEndian.PutUint64(num[:], uint64(s.duration))
		buf.Write(num[:])
		buf.WriteByte(byte(len(s.name)))
		buf.WriteString(s.name)
		buf.WriteByte(byte(len(s.tags)))
		for k, v := range s.tags {
			buf.WriteString(k)
			buf.WriteByte('=')
			buf.WriteString(v)
			buf.WriteByte(0)
		}
	}
	return buf.Bytes()
}

func (e *exporter) export(spans []span) {
	payload := e.marshal(spans)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.batches = append(e.batches, payload)
}

func (e *exporter) flush() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, b := range e.batches {
		e.sent += len(b)
		fmt.Printf("%x\n", b[:8])
	}
	e.batches = nil
}

func main() {
	e := &exporter{}
	for i := range 4 {
		e.export([]span{{trace: uint64(i + 1), name: "GET /cart", duration: time.Millisecond}})
	}
	e.flush()
	fmt.Println(e.sent)
}
