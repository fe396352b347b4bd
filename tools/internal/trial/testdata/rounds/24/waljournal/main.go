// truth: correct

// Command waljournal appends records to a write-ahead log. Writers queue their
// encoded records, and one of them writes the group.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// TypedPool is a sync.Pool of *T with a reset.
type TypedPool[T any] struct {
	pool  sync.Pool
	reset func(*T)
}

func NewTypedPool[T any](reset func(*T)) *TypedPool[T] {
	return &TypedPool[T]{pool: sync.Pool{New: func() any { return new(T) }}, reset: reset}
}

func (p *TypedPool[T]) Get() *T { return p.pool.Get().(*T) }

func (p *TypedPool[T]) Put(v *T) {
	p.reset(v)
	p.pool.Put(v)
}

type record struct {
	buf  bytes.Buffer
	done chan error
}

var records = NewTypedPool(func(r *record) {
	r.buf.Reset()
	r.done = nil
})

type Journal struct {
	mu      sync.Mutex
	out     io.Writer
	queue   []*record
	writing bool
	groups  int
}

func encode(r *record, key, value string) {
	var head [12]byte
	binary.LittleEndian.PutUint32(head[4:], uint32(len(key)))
	binary.LittleEndian.PutUint32(head[8:], uint32(len(value)))
	r.buf.Write(head[:])
	r.buf.WriteString(key)
	r.buf.WriteString(value)
	sum := crc32.ChecksumIEEE(r.buf.Bytes()[4:])
	binary.LittleEndian.PutUint32(r.buf.Bytes(), sum)
}

func (j *Journal) Append(key, value string) error {
	if key == "" {
		return errors.New("journal: empty key")
	}
	r := records.Get()
	defer records.Put(r)
	encode(r, key, value)
	done := make(chan error, 1)
	r.done = done

	j.mu.Lock()
	j.queue = append(j.queue, r)
	if j.writing {
		j.mu.Unlock()
		return <-done // the leader is done with r when it answers
	}
	j.writing = true
	for len(j.queue) > 0 {
		group := j.queue
		j.queue = nil
		j.mu.Unlock()
		j.writeGroup(group)
		j.mu.Lock()
	}
	j.writing = false
	j.mu.Unlock()
	return <-done
}

func (j *Journal) writeGroup(group []*record) {
	var err error
	for _, r := range group {
		if err == nil {
			_, err = j.out.Write(r.buf.Bytes())
		}
	}
	j.groups++
	for i, r := range group {
		group[i] = nil
		r.done <- err
	}
}

func main() {
	var disk bytes.Buffer
	j := &Journal{out: &disk}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 25 {
				if err := j.Append(fmt.Sprintf("k%d-%02d", w, i), "v"); err != nil {
					panic(err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(disk.Len(), "bytes", j.groups <= 100, j.Append("", "x"))
}
