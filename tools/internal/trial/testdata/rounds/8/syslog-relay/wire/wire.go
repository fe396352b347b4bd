// Package wire has the messages of the relay.
package wire

import (
	"errors"
	"strconv"
	"strings"
	"sync"
)

// A Message is one line of syslog.
type Message struct {
	Facility, Severity int
	Text               []byte
}

var messages = sync.Pool{New: func() any { return new(Message) }}

// ErrPriority says that a line has no priority.
var ErrPriority = errors.New("wire: no priority")

// Parse returns the message of a line. Recycle it.
func Parse(line string) (*Message, error) {
	p, text, ok := strings.Cut(strings.TrimPrefix(line, "<"), ">")
	n, err := strconv.Atoi(p)
	if !ok || err != nil {
		return nil, ErrPriority
	}
	m := messages.Get().(*Message)
	m.Facility, m.Severity = n/8, n%8
	m.Text = append(m.Text[:0], text...)
	return m, nil
}

// Recycle gives m back.
func Recycle(m *Message) {
	m.Facility, m.Severity = -1, -1
	m.Text = m.Text[:0]
	messages.Put(m)
}
