// truth: correct

// Command rpcbroadcast encodes an event once and sends it to several peers.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

type event struct {
	Name string
	Body string
}

func encode(e event) (mem.BufferSlice, error) {
	var out mem.BufferSlice
	w := mem.NewWriter(&out, pool)
	if err := json.NewEncoder(w).Encode(e); err != nil {
		out.Free()
		return nil, err
	}
	if len(e.Name) == 0 {
		out.Free()
		return nil, errors.New("event without name")
	}
	return out, nil
}

type peer struct {
	name  string
	inbox chan mem.BufferSlice
	limit int
}

func (p *peer) run() (events int, err error) {
	for msg := range p.inbox {
		if err != nil {
			msg.Free()
			continue
		}
		err = p.handle(msg)
		events++
	}
	return events, err
}

// handle takes msg over.
func (p *peer) handle(msg mem.BufferSlice) error {
	r := msg.Reader()
	defer r.Close()
	msg.Free() // the reader has references of its own
	if r.Remaining() > p.limit {
		return fmt.Errorf("%s: %d bytes", p.name, r.Remaining())
	}
	var e event
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return json.NewDecoder(bytes.NewReader(body)).Decode(&e)
}

func broadcast(peers []*peer, e event) error {
	msg, err := encode(e)
	if err != nil {
		return err
	}
	defer msg.Free()
	for _, p := range peers {
		msg.Ref()
		p.inbox <- msg
	}
	return nil
}

func main() {
	peers := []*peer{
		{"big", make(chan mem.BufferSlice, 1), 1 << 20},
		{"small", make(chan mem.BufferSlice, 1), 3000},
	}
	var wg sync.WaitGroup
	results := make([]string, len(peers))
	for i, p := range peers {
		wg.Go(func() {
			n, err := p.run()
			results[i] = fmt.Sprint(n, " ", err)
		})
	}
	for _, e := range []event{
		{"a", strings.Repeat("x", 2000)}, {"b", strings.Repeat("y", 5000)}, {"", ""}, {"c", "short"},
	} {
		if err := broadcast(peers, e); err != nil {
			fmt.Println(err)
		}
	}
	for _, p := range peers {
		close(p.inbox)
	}
	wg.Wait()
	fmt.Println(strings.Join(results, "\n"))
}
