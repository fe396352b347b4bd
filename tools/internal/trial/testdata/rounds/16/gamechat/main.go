// truth: correct

package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type message struct {
	from, text string
}

// outbox collects the lines of a channel until the next tick.
type outbox struct {
	mu   sync.Mutex
	buf  *bytebufferpool.ByteBuffer
	max  int
	sent func(frame string)
}

func (o *outbox) post(m message) {
	line := format(m)
	defer bytebufferpool.Put(line)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.buf != nil && o.buf.Len()+line.Len() > o.max {
		o.flush()
	}
	if o.buf == nil {
		o.buf = bytebufferpool.Get()
	}
	o.buf.Write(line.B)
}

func (o *outbox) flush() {
	if o.buf == nil {
		return
	}
	full := o.buf
	o.buf = nil
	o.sent(full.String())
	bytebufferpool.Put(full)
}

func (o *outbox) tick() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
}

func format(m message) *bytebufferpool.ByteBuffer {
	b := bytebufferpool.Get()
	b.WriteByte('<')
	b.WriteString(m.from)
	b.WriteString("> ")
	for _, word := range strings.Fields(m.text) {
		if strings.EqualFold(word, "noob") {
			word = "****"
		}
		b.WriteString(word)
		b.WriteByte(' ')
	}
	b.B[len(b.B)-1] = '\n'
	return b
}

type room struct {
	members []chan string
	frames  int
}

func (r *room) broadcast(frame string) {
	r.frames++
	for _, m := range r.members {
		select {
		case m <- frame:
		default:
		}
	}
}

func main() {
	r := &room{members: []chan string{make(chan string, 64), make(chan string, 1)}}
	o := &outbox{max: 60, sent: r.broadcast}
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for j := range 5 {
				o.post(message{fmt.Sprint("p", i), fmt.Sprint("hello noob ", j)})
			}
			o.tick()
		})
	}
	wg.Wait()
	o.tick()
	lines := 0
	for _, m := range r.members[:1] {
		close(m)
		for frame := range m {
			lines += strings.Count(frame, "\n")
		}
	}
	fmt.Println(lines, r.frames > 0)
}
