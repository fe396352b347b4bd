// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type sms struct {
	to   string
	text string
	part int
}

var smses = rcpool.Pool[sms]{Name: "smsc.messages"}

// A batch owns its messages.
type batch struct {
	route string
	items []rcpool.Ref[sms]
	size  int
}

func (b *batch) Reset() {
	for i := range b.items {
		rcpool.Drop(&b.items[i])
	}
	b.items = b.items[:0]
	b.route, b.size = "", 0
}

var batches = rcpool.Pool[batch]{Name: "smsc.batches"}

type gateway struct {
	open  map[string]rcpool.Ref[batch]
	limit int
	send  func(route string, texts []string) error
}

func (g *gateway) submit(route, to, text string) error {
	b, ok := g.open[route]
	if !ok {
		b = batches.Get()
		b.Value().route = route
		g.open[route] = b
	}
	for part := 0; len(text) > 0; part++ {
		n := min(len(text), 8)
		m := smses.Get()
		*m.Value() = sms{to: to, text: text[:n], part: part}
		text = text[n:]
		b.Value().items = append(b.Value().items, m)
		b.Value().size += n
	}
	if b.Value().size >= g.limit {
		return g.flush(route)
	}
	return nil
}

// flush sends the batch of a route. A batch that cannot be sent is gone.
func (g *gateway) flush(route string) error {
	b, ok := g.open[route]
	if !ok {
		return nil
	}
	delete(g.open, route)
	defer b.Release()
	texts := make([]string, 0, len(b.Value().items))
	for _, m := range b.Value().items {
		v := m.Value()
		texts = append(texts, fmt.Sprintf("%s/%d:%s", v.to, v.part, v.text))
	}
	return g.send(route, texts)
}

func (g *gateway) close() (err error) {
	for route := range g.open {
		err = errors.Join(err, g.flush(route))
	}
	return err
}

func main() {
	sent := 0
	g := &gateway{open: map[string]rcpool.Ref[batch]{}, limit: 16}
	g.send = func(route string, texts []string) error {
		if route == "dead" {
			return errors.New("no bind to " + route)
		}
		sent += len(texts)
		return nil
	}
	for _, s := range [][3]string{
		{"de", "+491", "meeting at noon"}, {"fr", "+331", "ok"},
		{"de", "+492", "call me back later"}, {"dead", "+99", "anyone there, hello?"}, {"de", "+493", "x"},
	} {
		if err := g.submit(s[0], s[1], s[2]); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(g.close(), sent)
}
