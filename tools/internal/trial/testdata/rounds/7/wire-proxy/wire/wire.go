// Package wire has the messages of the proxy and their encoding.
package wire

import (
	"encoding/binary"
	"io"

	"github.com/rcpool/rcpool"
)

// A Message is a numbered text.
type Message struct {
	ID   uint32
	Text []byte
}

// Reset keeps the memory of the text.
func (m *Message) Reset() {
	m.ID = 0
	m.Text = m.Text[:0]
}

// Messages is the pool of all messages.
var Messages = rcpool.Pool[Message]{Name: "wire messages"}

// Read returns the next message, which the caller owns.
func Read(r io.Reader) (rcpool.Ref[Message], error) {
	var head [6]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return rcpool.Ref[Message]{}, err
	}
	m := Messages.Get()
	v := m.Value()
	v.ID = binary.BigEndian.Uint32(head[:])
	v.Text = append(v.Text, make([]byte, binary.BigEndian.Uint16(head[4:]))...)
	if _, err := io.ReadFull(r, v.Text); err != nil {
		m.Release()
		return rcpool.Ref[Message]{}, err
	}
	return m, nil
}

// Send writes m and releases it.
func Send(w io.Writer, m rcpool.Ref[Message]) error {
	defer m.Release()
	v := m.Value()
	head := binary.BigEndian.AppendUint32(nil, v.ID)
	head = binary.BigEndian.AppendUint16(head, uint16(len(v.Text)))
	if _, err := w.Write(append(head, v.Text...)); err != nil {
		return err
	}
	return nil
}
