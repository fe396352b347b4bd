// truth: escape line 39 hard
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
)

var encoders = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type event struct {
	User string `json:"user"`
	N    int    `json:"n"`
}

type message struct {
	key   string
	value []byte
}

type producer struct {
	mu      sync.Mutex
	batches map[string][]message
	sent    []string
}

func (p *producer) encode(topic string, e event) error {
	buf := encoders.Get().(*bytes.Buffer)
	buf.Reset()
	defer encoders.Put(buf)
	if err := json.NewEncoder(buf).Encode(e); err != nil {
		return err
	}
	m := message{key: e.User, value: bytes.TrimSpace(buf.Bytes())}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.batches[topic] = append(p.batches[topic], m)
	if len(p.batches[topic]) == 3 {
		p.flushLocked(topic)
	}
	return nil
}

func (p *producer) flushLocked(topic string) {
	for _, m := range p.batches[topic] {
		p.sent = append(p.sent, fmt.Sprintf("%s/%s %s", topic, m.key, m.value))
	}
	clear(p.batches[topic])
	p.batches[topic] = p.batches[topic][:0]
}

func (p *producer) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for t := range p.batches {
		p.flushLocked(t)
	}
}

func main() {
	p := &producer{batches: map[string][]message{}}
	for i, u := range []string{"ann", "bob", "cid", "dan"} {
		if err := p.encode([]string{"logins", "orders"}[i%2], event{u, i}); err != nil {
			fmt.Println(err)
		}
	}
	p.close()
	for _, s := range p.sent {
		fmt.Println(s)
	}
}
