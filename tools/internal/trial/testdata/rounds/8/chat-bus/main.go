// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"

	"round/chat-bus/bus"
)

type inbox struct {
	name string
	ch   chan rcpool.Ref[bus.Message]
}

func (i *inbox) Deliver(m rcpool.Ref[bus.Message]) { i.ch <- m }

func (i *inbox) read() (n int) {
	for m := range i.ch {
		n += len(m.Value().Text)
		m.Release()
	}
	return n
}

// counter looks at a message at once.
type counter map[string]int

func (c counter) Deliver(m rcpool.Ref[bus.Message]) {
	defer m.Release()
	c[m.Value().From]++
}

func post(b *bus.Bus, room, from, text string) int {
	m := bus.Messages.Get()
	*m.Value() = bus.Message{Room: room, From: from, Text: text}
	return b.Publish(m)
}

func main() {
	var b bus.Bus
	c := counter{}
	ann := &inbox{"ann", make(chan rcpool.Ref[bus.Message], 4)}
	bob := &inbox{"bob", make(chan rcpool.Ref[bus.Message], 1)}
	b.Subscribe("go", ann)
	b.Subscribe("go", bob)
	b.Subscribe("go", c)
	b.Subscribe("ops", c)
	var wg sync.WaitGroup
	var got [2]int
	wg.Go(func() { got[0] = ann.read() })
	wg.Go(func() { got[1] = bob.read() })
	for i := range 20 {
		post(&b, "go", "carol", fmt.Sprint("hello ", i))
		post(&b, "ops", "dave", "page")
		post(&b, "void", "eve", "anyone?")
	}
	close(ann.ch)
	close(bob.ch)
	wg.Wait()
	fmt.Println(got, c)
}
