// truth: use-after-release line 50,51 hard
package main

import (
	"fmt"
	"sort"

	"github.com/valyala/bytebufferpool"
)

// transcripts collects the lines of each room until they are flushed.
type transcripts struct {
	rooms map[string]*bytebufferpool.ByteBuffer
	last  *bytebufferpool.ByteBuffer
	out   []string
}

func (t *transcripts) say(room, who, text string) {
	buf, ok := t.rooms[room]
	if !ok {
		buf = bytebufferpool.Get()
		t.rooms[room] = buf
	}
	buf.WriteString(who)
	buf.WriteString(": ")
	buf.WriteString(text)
	buf.WriteByte('\n')
	t.last = buf
}

func (t *transcripts) flush() {
	names := make([]string, 0, len(t.rooms))
	for name := range t.rooms {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		buf := t.rooms[name]
		delete(t.rooms, name)
		t.out = append(t.out, name+"\n"+buf.String())
		bytebufferpool.Put(buf)
	}
}

// tail shows what was said last.
func (t *transcripts) tail(n int) string {
	if t.last == nil {
		return ""
	}
	b := t.last.B
	return string(b[max(0, len(b)-n):])
}

func main() {
	t := &transcripts{rooms: map[string]*bytebufferpool.ByteBuffer{}}
	fmt.Printf("%q\n", t.tail(5))
	t.say("go", "ann", "hello")
	t.say("go", "bob", "hi")
	t.say("rust", "cid", "hey")
	fmt.Printf("%q\n", t.tail(9))
	t.flush()
	got := t.tail(9)
	fmt.Printf("%q %d\n", got, len(t.out))
	if got != "cid: hey\n" {
		panic("the tail is gone")
	}
}
