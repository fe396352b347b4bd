// truth: double-release line 47,56 hard

// Command deadletter keeps undelivered letters in a ring until somebody asks for them.
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type letter struct {
	to   string
	text []byte
}

func (l *letter) Reset() { l.to, l.text = "", l.text[:0] }

var letters = rcpool.Pool[letter]{Name: "letters"}

type box struct {
	slots      []rcpool.Ref[letter]
	head, size int
	lost       int
}

func newBox(n int) *box { return &box{slots: make([]rcpool.Ref[letter], n)} }

// put takes l over. If the box is full, the oldest letter goes.
func (b *box) put(l rcpool.Ref[letter]) {
	if b.size == len(b.slots) {
		b.slots[b.head].Release()
		b.head = (b.head + 1) % len(b.slots)
		b.size--
		b.lost++
	}
	b.slots[(b.head+b.size)%len(b.slots)] = l
	b.size++
}

// take hands the oldest letter to the caller.
func (b *box) take() (rcpool.Ref[letter], bool) {
	if b.size == 0 {
		return rcpool.Ref[letter]{}, false
	}
	l := b.slots[b.head]
	b.head = (b.head + 1) % len(b.slots)
	b.size--
	return l, true
}

func (b *box) close() {
	for _, l := range b.slots {
		if !l.IsZero() {
			l.Release()
		}
	}
	b.slots, b.size = nil, 0
}

type office struct {
	dead  *box
	known map[string]int
}

func (o *office) deliver(to, text string) bool {
	l := letters.Get()
	l.Value().to = to
	l.Value().text = append(l.Value().text, text...)
	if _, ok := o.known[to]; !ok {
		o.dead.put(l)
		return false
	}
	defer l.Release()
	o.known[to] += len(l.Value().text)
	return true
}

func (o *office) retry() (n int) {
	for range o.dead.size {
		l, ok := o.dead.take()
		if !ok {
			break
		}
		if _, ok := o.known[l.Value().to]; !ok {
			o.dead.put(l)
			continue
		}
		o.known[l.Value().to] += len(l.Value().text)
		l.Release()
		n++
	}
	return n
}

func main() {
	o := &office{dead: newBox(3), known: map[string]int{"ann": 0}}
	defer func() { fmt.Println(o.dead.lost, recover() != nil) }()
	for i, to := range []string{"ann", "bob", "carl", "dora", "eve"} {
		o.deliver(to, strings.Repeat("x", i+1))
	}
	o.known["dora"] = 0
	fmt.Println(o.retry(), o.known)
	o.dead.close()
}
