// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

var errMalformed = errors.New("malformed publish")

// Publish owns parts of the frame that it was parsed from.
type Publish struct {
	Topic   stdpool.ByteRef
	Payload stdpool.ByteRef
}

func (p *Publish) Release() {
	p.Topic.Drop()
	p.Payload.Drop()
}

func readFrame(r io.Reader) (stdpool.ByteRef, error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return stdpool.ByteRef{}, err
	}
	frame := stdpool.Bytes(int(binary.BigEndian.Uint16(head[:])))
	if _, err := io.ReadFull(r, frame.Value()); err != nil {
		frame.Release()
		return stdpool.ByteRef{}, io.ErrUnexpectedEOF
	}
	return frame, nil
}

func parse(frame stdpool.ByteRef) (*Publish, error) {
	b := frame.Value()
	if len(b) < 1 || len(b) < 1+int(b[0]) {
		return nil, errMalformed
	}
	n := 1 + int(b[0])
	p := &Publish{Topic: frame.Slice(1, n), Payload: frame.Slice(n, frame.Len())}
	if strings.ContainsAny(string(p.Topic.Value()), "#+") {
		p.Release()
		return nil, fmt.Errorf("%w: wildcard", errMalformed)
	}
	return p, nil
}

func next(r io.Reader) (*Publish, error) {
	frame, err := readFrame(r)
	if err != nil {
		return nil, err
	}
	defer frame.Release()
	return parse(frame)
}

type router struct {
	retained map[string]*Publish
	seen     int
}

func (rt *router) handle(p *Publish) {
	rt.seen++
	topic := string(p.Topic.Value())
	if p.Payload.Len() == 0 {
		if old := rt.retained[topic]; old != nil {
			old.Release()
			delete(rt.retained, topic)
		}
		p.Release()
		return
	}
	if old := rt.retained[topic]; old != nil {
		old.Release()
	}
	rt.retained[topic] = p
}

func (rt *router) Close() {
	for t, p := range rt.retained {
		fmt.Println(t, string(p.Payload.Value()))
		p.Release()
	}
	clear(rt.retained)
}

func frame(topic, payload string) string {
	body := string(rune(len(topic))) + topic + payload
	return string([]byte{0, byte(len(body))}) + body
}

func main() {
	in := frame("a/temp", "21") + frame("a/+", "x") + frame("b/door", "open") + frame("a/temp", "22") + frame("b/door", "") + "\x00\x09abc"
	r := strings.NewReader(in)
	rt := &router{retained: map[string]*Publish{}}
	defer rt.Close()
	for {
		p, err := next(r)
		if errors.Is(err, errMalformed) {
			fmt.Println(err)
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		rt.handle(p)
	}
}
