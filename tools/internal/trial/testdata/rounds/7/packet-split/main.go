// truth: wrong-pool line 63 plain

// Command packet-split splits messages into packets: small ones for control
// messages, and large ones for data.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

const smallSize, largeSize = 64, 1024

var (
	smallPool = sync.Pool{New: func() any { b := make([]byte, smallSize); return &b }}
	largePool = sync.Pool{New: func() any { b := make([]byte, largeSize); return &b }}
)

var errTooLong = errors.New("control message too long")

type link struct {
	sent  int
	bytes int
}

func (l *link) write(p []byte) {
	l.sent++
	l.bytes += len(p)
}

func (l *link) control(text string) error {
	p := smallPool.Get().(*[]byte)
	defer smallPool.Put(p)
	if len(text)+1 > smallSize {
		return errTooLong
	}
	(*p)[0] = 'C'
	n := copy((*p)[1:], text)
	l.write((*p)[:n+1])
	return nil
}

func (l *link) data(text string) {
	for len(text) > 0 {
		p := largePool.Get().(*[]byte)
		(*p)[0] = 'D'
		n := copy((*p)[1:largeSize], text)
		l.write((*p)[:n+1])
		text = text[n:]
		largePool.Put(p)
	}
}

// finish sends what is left of a message, in as small a packet as possible.
func (l *link) finish(text string) {
	if len(text) < smallSize {
		p := smallPool.Get().(*[]byte)
		(*p)[0] = 'F'
		n := copy((*p)[1:], text)
		l.write((*p)[:n+1])
		largePool.Put(p)
		return
	}
	l.data(text)
}

func main() {
	l := new(link)
	for i := range 20 {
		if err := l.control(strings.Repeat("c", i*4)); err != nil {
			fmt.Println(err)
		}
		l.data(strings.Repeat("d", i*150))
		l.finish(strings.Repeat("f", i*10))
	}
	fmt.Println(l.sent, l.bytes)
}
