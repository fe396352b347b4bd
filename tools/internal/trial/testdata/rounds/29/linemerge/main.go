// truth: use-after-release line 69 plain

// Command linemerge joins the lines of stack traces in container logs to one
// event each, before they are shipped.
package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type event struct {
	stream string
	text   string
	lines  int
}

type merger struct {
	stream  string
	max     int
	emit    func(event)
	current *bytebufferpool.ByteBuffer
	lines   int
	dropped int
}

func continues(line string) bool {
	return strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "goroutine ") || line == ""
}

func (m *merger) add(line string) {
	if m.current != nil && !continues(line) {
		m.flush()
	}
	if m.current == nil {
		m.current = bytebufferpool.Get()
	}
	if m.current.Len()+len(line) > m.max {
		m.dropped++
		return
	}
	if m.lines > 0 {
		_ = m.current.WriteByte('\n')
	}
	_, _ = m.current.WriteString(line)
	m.lines++
}

func (m *merger) flush() {
	buf := m.current
	if buf == nil {
		return
	}
	m.current = nil
	text := buf.B
	for len(text) > 0 && text[len(text)-1] == '\n' {
		text = text[:len(text)-1]
	}
	lines := m.lines
	m.lines = 0
	bytebufferpool.Put(buf)
	if len(text) == 0 {
		return
	}
	m.emit(event{m.stream, string(text), lines})
}

func (m *merger) run(r io.Reader) error {
	in := bufio.NewScanner(r)
	for in.Scan() {
		m.add(in.Text())
	}
	m.flush()
	return in.Err()
}

const sample = `starting
panic: runtime error: index out of range

goroutine 1 [running]:
	main.main()
	/app/main.go:7
exit status 2
`

func main() {
	var shipped []event
	for _, stream := range []string{"stdout", "stderr"} {
		m := &merger{stream: stream, max: 90, emit: func(e event) { shipped = append(shipped, e) }}
		if err := m.run(strings.NewReader(sample)); err != nil {
			panic(err)
		}
		fmt.Println(stream, m.dropped)
	}
	for _, e := range shipped {
		fmt.Println(e.stream, e.lines, len(e.text))
	}
}
