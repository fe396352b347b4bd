// truth: escape line 44 plain
package main

import (
	"bytes"
	"fmt"
	"strconv"
	"sync"
)

var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type mailbox struct {
	name string
	msgs []string
}

func (m *mailbox) status() string {
	buf := scratch.Get().(*bytes.Buffer)
	buf.Reset()
	defer scratch.Put(buf)
	buf.WriteString("* STATUS ")
	buf.WriteString(strconv.Quote(m.name))
	fmt.Fprintf(buf, " (MESSAGES %d)\r\n", len(m.msgs))
	return buf.String()
}

// fetch renders the literals of the messages from lo to hi.
func (m *mailbox) fetch(tag string, lo, hi int) ([]byte, error) {
	buf := scratch.Get().(*bytes.Buffer)
	buf.Reset()
	defer scratch.Put(buf)
	if lo < 1 || hi > len(m.msgs) || lo > hi {
		return nil, fmt.Errorf("%s BAD range %d:%d", tag, lo, hi)
	}
	for i := lo; i <= hi; i++ {
		text := m.msgs[i-1]
		fmt.Fprintf(buf, "* %d FETCH (BODY[] {%d}\r\n", i, len(text))
		buf.WriteString(text)
		buf.WriteString(")\r\n")
	}
	buf.WriteString(tag)
	buf.WriteString(" OK\r\n")
	return buf.Bytes(), nil
}

func main() {
	box := &mailbox{name: "INBOX", msgs: []string{"hello", "how are you", "bye"}}
	for _, r := range [][2]int{{1, 2}, {2, 9}, {3, 3}} {
		out, err := box.fetch("a1", r[0], r[1])
		if err != nil {
			fmt.Println(err)
			continue
		}
		st := box.status()
		fmt.Printf("%s%s", out, st)
	}
}
