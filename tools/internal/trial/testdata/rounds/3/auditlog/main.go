// truth: use-after-release line 67 callee

package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// A Line collects fields. Send writes it and gives it back.
type Line struct {
	buf    bytes.Buffer
	fields int
}

var lines = sync.Pool{New: func() any { return new(Line) }}

type Log struct {
	mu     sync.Mutex
	out    io.Writer
	fields map[string]int
}

func (l *Log) Line(action string) *Line {
	line := lines.Get().(*Line)
	line.buf.WriteString(action)
	return line
}

func (l *Line) Add(key string, value any) *Line {
	fmt.Fprintf(&l.buf, " %s=%v", key, value)
	l.fields++
	return l
}

func (l *Line) recycle() {
	l.buf.Reset()
	l.fields = 0
	lines.Put(l)
}

func (l *Log) Send(line *Line) error {
	defer line.recycle()
	line.buf.WriteByte('\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := line.buf.WriteTo(l.out)
	return err
}

func (l *Log) count(action string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fields[action] += n
}

func login(l *Log, user string, attempts int) error {
	line := l.Line("login").Add("user", user)
	if attempts > 1 {
		line.Add("attempts", attempts)
	}
	if err := l.Send(line); err != nil {
		return err
	}
	l.count("login", line.fields)
	return nil
}

func logout(l *Log, user string) error {
	line := l.Line("logout").Add("user", user)
	l.count("logout", line.fields)
	return l.Send(line)
}

func main() {
	var out bytes.Buffer
	l := &Log{out: &out, fields: make(map[string]int)}
	for i := range 10 {
		user := fmt.Sprint("user", i)
		if err := login(l, user, i%3); err != nil {
			panic(err)
		}
		if err := logout(l, user); err != nil {
			panic(err)
		}
	}
	fmt.Println(bytes.Count(out.Bytes(), []byte("\n")), l.fields)
	if l.fields["login"] != 13 {
		panic("the fields were not counted")
	}
}
