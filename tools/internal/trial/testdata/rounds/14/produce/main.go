// truth: double-release line 74 callee

// Command produce appends messages to the partitions of a topic.
package main

import (
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/rcpool/rcpool"
)

type message struct {
	Key, Value []byte
	Offset     int64
}

func (m *message) Reset() {
	*m = message{Key: m.Key[:0], Value: m.Value[:0]}
}

var messages = rcpool.Pool[message]{Name: "messages"}

var errFull = errors.New("partition is full")

type partition struct {
	id    int
	limit int
	next  int64
	log   []rcpool.Ref[message]
}

func (p *partition) append(m rcpool.Ref[message]) (int64, error) {
	if len(p.log) >= p.limit {
		m.Release()
		return 0, errFull
	}
	v := m.Value()
	v.Offset = p.next
	p.next++
	p.log = append(p.log, m)
	return v.Offset, nil
}

func (p *partition) truncate() {
	for i, m := range p.log {
		m.Release()
		p.log[i] = rcpool.Ref[message]{}
	}
	p.log = p.log[:0]
}

type topic struct {
	parts    []*partition
	rejected int
}

func (t *topic) route(key string) *partition {
	h := fnv.New32a()
	h.Write([]byte(key))
	return t.parts[h.Sum32()%uint32(len(t.parts))]
}

func (t *topic) produce(key, value string) (int64, error) {
	m := messages.Get()
	v := m.Value()
	v.Key = append(v.Key, key...)
	v.Value = append(v.Value, value...)
	p := t.route(key)
	off, err := p.append(m)
	if err != nil {
		t.rejected++
		m.Release()
		return 0, fmt.Errorf("partition %d: %w", p.id, err)
	}
	return off, nil
}

func main() {
	t := &topic{parts: []*partition{{id: 0, limit: 2}, {id: 1, limit: 2}}}
	defer func() {
		for _, p := range t.parts {
			p.truncate()
		}
	}()
	for i := range 5 {
		off, err := t.produce(fmt.Sprint("k", i), "v")
		fmt.Println(off, err)
	}
}
