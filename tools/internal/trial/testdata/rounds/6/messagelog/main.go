// truth: double-release line 50,57,64 hard
package main

import (
	"fmt"
	"sync"

	"google.golang.org/grpc/mem"
)

type countingPool struct {
	mem.BufferPool
	mu        sync.Mutex
	got, back int
}

func (p *countingPool) Get(n int) *[]byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got++
	return p.BufferPool.Get(n)
}

func (p *countingPool) Put(b *[]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.back++
	p.BufferPool.Put(b)
}

// A Log remembers the latest messages for clients that reconnect.
type Log struct {
	max    int
	latest []mem.Buffer
}

// Append adds a message, whose reference it takes over.
func (l *Log) Append(b mem.Buffer) {
	l.latest = append(l.latest, b)
	if len(l.latest) > l.max {
		l.latest[0].Free()
		l.latest = l.latest[1:]
	}
}

// Since returns the messages from index i on.
func (l *Log) Since(i int) mem.BufferSlice {
	var out mem.BufferSlice
	for _, b := range l.latest[i:] {
		out = append(out, b)
	}
	return out
}

func (l *Log) Close() {
	for _, b := range l.latest {
		b.Free()
	}
	l.latest = nil
}

func replay(l *Log, from int) string {
	messages := l.Since(from)
	defer messages.Free()
	return string(messages.Materialize())
}

func main() {
	pool := &countingPool{BufferPool: mem.NewTieredBufferPool(4 << 10)}
	l := &Log{max: 3}
	for i := range 5 {
		text := make([]byte, 2000)
		copy(text, fmt.Sprint("message ", i))
		l.Append(mem.Copy(text, pool))
	}
	fmt.Println(len(replay(l, 1)))
	defer func() { fmt.Println("recovered:", recover(), pool.got, pool.back) }()
	l.Close()
}
