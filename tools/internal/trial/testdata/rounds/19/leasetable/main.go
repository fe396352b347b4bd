// truth: leak line 58,70 hard
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

var inUse atomic.Int32

// A Block is a range of addresses, shared by the leases in it.
type Block struct {
	count atomic.Int32
	base  int
}

func NewBlock(base int) *Block {
	b := &Block{base: base}
	b.count.Store(1)
	inUse.Add(1)
	return b
}

func (b *Block) Retain() { b.count.Add(1) }

func (b *Block) Release() {
	switch n := b.count.Add(-1); {
	case n == 0:
		inUse.Add(-1)
	case n < 0:
		panic("block was released too often")
	}
}

type lease struct {
	block *Block
	addr  int
	until time.Time
}

// A table owns a reference to the block of each lease.
type table struct {
	mu     sync.Mutex
	leases map[string]lease
	next   int
}

func (t *table) assign(client string, b *Block, until time.Time) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l, ok := t.leases[client]; ok {
		l.until = until
		t.leases[client] = l
		return l.addr
	}
	b.Retain()
	t.next++
	t.leases[client] = lease{b, b.base + t.next, until}
	return b.base + t.next
}

// expire forgets the leases that have run out.
func (t *table) expire(now time.Time) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for client, l := range t.leases {
		if now.After(l.until) {
			delete(t.leases, client)
			n++
		}
	}
	return n
}

func (t *table) leave(client string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	l, ok := t.leases[client]
	if !ok {
		return false
	}
	delete(t.leases, client)
	l.block.Release()
	return true
}

func (t *table) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for client, l := range t.leases {
		l.block.Release()
		delete(t.leases, client)
	}
}

func main() {
	now := time.Unix(100, 0)
	t := &table{leases: map[string]lease{}}
	b := NewBlock(1000)
	for i := range 4 {
		fmt.Print(t.assign(fmt.Sprint("client", i), b, now.Add(time.Duration(i)*time.Minute)), " ")
	}
	fmt.Println(t.assign("client0", b, now.Add(time.Hour)))
	b.Release()
	fmt.Println(t.leave("client3"), t.leave("client3"))
	fmt.Println(t.expire(now.Add(90 * time.Second)))
	t.close()
	fmt.Println("blocks in use:", inUse.Load())
}
