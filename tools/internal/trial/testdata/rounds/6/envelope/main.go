// truth: double-release line 39,48,54,58 hard
package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// An Envelope owns the payload of a message.
type Envelope struct {
	Topic    string
	Priority int
	payload  stdpool.ByteRef
}

func Seal(topic string, priority int, data string) Envelope {
	payload := stdpool.Bytes(0)
	payload.WriteString(data)
	return Envelope{topic, priority, payload}
}

func (e *Envelope) Data() []byte { return e.payload.Value() }

func (e *Envelope) Close() { e.payload.Release() }

type Mailbox struct{ letters []Envelope }

func (m *Mailbox) Add(e Envelope) { m.letters = append(m.letters, e) }

// Urgent returns the letters above a priority, the most urgent first.
func (m *Mailbox) Urgent(above int) []Envelope {
	var urgent []Envelope
	for _, e := range m.letters {
		if e.Priority > above {
			urgent = append(urgent, e)
		}
	}
	slices.SortStableFunc(urgent, func(a, b Envelope) int { return b.Priority - a.Priority })
	return urgent
}

func (m *Mailbox) Close() {
	for i := range m.letters {
		m.letters[i].Close()
	}
	m.letters = nil
}

func deliver(m *Mailbox, above int) (texts []string) {
	defer m.Close()
	urgent := m.Urgent(above)
	for i := range urgent {
		texts = append(texts, urgent[i].Topic+"="+string(urgent[i].Data()))
		urgent[i].Close()
	}
	return texts
}

func try(m *Mailbox, above int) (texts []string, err error) {
	defer func() {
		if p, ok := recover().(error); ok {
			err = p
		}
	}()
	return deliver(m, above), nil
}

func main() {
	calm := &Mailbox{}
	calm.Add(Seal("news", 1, "nothing"))
	fmt.Println(try(calm, 5))
	busy := &Mailbox{}
	busy.Add(Seal("alert", 9, "disk full"))
	_, err := try(busy, 5)
	fmt.Println(errors.Is(err, rcpool.DoubleRelease))
}
