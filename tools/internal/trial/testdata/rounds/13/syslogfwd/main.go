// truth: use-after-release line 55 callee
package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type forwarder struct {
	host    string
	limit   int
	packets []string
	lastLen int
}

// emit sends the batch as one packet.
func (f *forwarder) emit(b *bytebufferpool.ByteBuffer) {
	f.packets = append(f.packets, b.String())
	bytebufferpool.Put(b)
}

func priority(facility, severity int) int { return facility*8 + severity }

func (f *forwarder) line(b *bytebufferpool.ByteBuffer, facility, severity int, text string) {
	b.WriteByte('<')
	b.B = strconv.AppendInt(b.B, int64(priority(facility, severity)), 10)
	b.WriteString(">1 ")
	b.WriteString(f.host)
	b.WriteByte(' ')
	b.WriteString(text)
	b.WriteByte('\n')
}

func (f *forwarder) forward(lines []string) {
	b := bytebufferpool.Get()
	for _, l := range lines {
		sev := 6
		if strings.Contains(l, "error") {
			sev = 3
		}
		if b.Len() > 0 && b.Len()+len(l) > f.limit {
			f.emit(b)
			b = bytebufferpool.Get()
		}
		f.line(b, 16, sev, l)
	}
	if b.Len() == 0 {
		bytebufferpool.Put(b)
		return
	}
	f.emit(b)
	f.lastLen = b.Len()
}

func main() {
	f := &forwarder{host: "edge7", limit: 80}
	f.forward([]string{"link up", "error: carrier lost on port 3", "link up", "session 81 established", "bye"})
	f.forward(nil)
	for _, p := range f.packets {
		fmt.Printf("%q\n", p)
	}
	fmt.Println("last", f.lastLen)
}
