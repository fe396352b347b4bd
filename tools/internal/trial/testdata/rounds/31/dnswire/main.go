// truth: correct

// Command dnswire decodes a stream of small DNS-like questions.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type question struct {
	name   []byte
	qtype  uint16
	labels []string
}

func (q *question) Reset() {
	q.name = q.name[:0]
	q.qtype = 0
	clear(q.labels)
	q.labels = q.labels[:0]
}

type packet struct {
	id        uint16
	questions []rcpool.Ref[question]
}

// Reset gives up the questions that the packet owns.
func (p *packet) Reset() {
	for i := range p.questions {
		rcpool.Drop(&p.questions[i])
	}
	p.questions = p.questions[:0]
	p.id = 0
}

var (
	packets   = rcpool.Pool[packet]{Name: "packets"}
	questions = rcpool.Pool[question]{Name: "questions"}

	errLabel = errors.New("label is too long")
)

func readQuestion(r *bytes.Reader) (rcpool.Ref[question], error) {
	ref := questions.Get()
	defer rcpool.Drop(&ref)
	q := ref.Value()
	for {
		n, err := r.ReadByte()
		if err != nil {
			return rcpool.Ref[question]{}, io.ErrUnexpectedEOF
		}
		if n == 0 {
			break
		}
		if n > 63 {
			return rcpool.Ref[question]{}, errLabel
		}
		start := len(q.name)
		for range n {
			b, err := r.ReadByte()
			if err != nil {
				return rcpool.Ref[question]{}, io.ErrUnexpectedEOF
			}
			q.name = append(q.name, b)
		}
		q.labels = append(q.labels, string(q.name[start:]))
	}
	if err := binary.Read(r, binary.BigEndian, &q.qtype); err != nil {
		return rcpool.Ref[question]{}, err
	}
	return rcpool.Move(&ref), nil
}

// readPacket returns a packet that the caller owns, questions included.
func readPacket(data []byte) (rcpool.Ref[packet], error) {
	var head [2]uint16
	r := bytes.NewReader(data)
	if err := binary.Read(r, binary.BigEndian, &head); err != nil {
		return rcpool.Ref[packet]{}, err
	}
	ref := packets.Get()
	p := ref.Value()
	p.id = head[0]
	for i := range head[1] {
		q, err := readQuestion(r)
		if err != nil {
			ref.Release()
			return rcpool.Ref[packet]{}, fmt.Errorf("question %d: %w", i, err)
		}
		p.questions = append(p.questions, q)
	}
	return ref, nil
}

func encode(id uint16, names ...string) []byte {
	var b []byte
	b = binary.BigEndian.AppendUint16(b, id)
	b = binary.BigEndian.AppendUint16(b, uint16(len(names)))
	for _, name := range names {
		for _, label := range strings.Split(name, ".") {
			b = append(b, byte(len(label)))
			b = append(b, label...)
		}
		b = append(b, 0, 0, 1)
	}
	return b
}

func main() {
	inputs := [][]byte{
		encode(7, "api.example.com", "www.example.com"),
		encode(8, "short.org")[:9],
		encode(9, strings.Repeat("y", 80)+".net", "ok.net"),
		encode(10),
		{1},
	}
	for _, data := range inputs {
		p, err := readPacket(data)
		if err != nil {
			fmt.Println("skip:", err)
			continue
		}
		for _, q := range p.Value().questions {
			fmt.Println(p.Value().id, strings.Join(q.Value().labels, "/"))
		}
		p.Release()
	}
}
