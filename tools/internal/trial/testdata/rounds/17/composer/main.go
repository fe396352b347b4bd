// truth: zero-ref line 62 plain
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type post struct {
	room, author string
	text         []byte
	mentions     []string
}

func (p *post) Reset() {
	p.room, p.author = "", ""
	p.text = p.text[:0]
	clear(p.mentions)
	p.mentions = p.mentions[:0]
}

var posts = rcpool.Pool[post]{Name: "posts"}

var errFull = errors.New("outbox is full")

type outbox struct {
	queue chan rcpool.Ref[post]
	stats map[string]int
}

func (o *outbox) offer(p rcpool.Ref[post]) error {
	select {
	case o.queue <- p:
		return nil
	default:
		p.Release()
		return errFull
	}
}

// compose builds a post and puts it into the outbox.
func (o *outbox) compose(room, author, text string) (err error) {
	p := posts.Get()
	defer rcpool.Drop(&p)
	v := p.Value()
	v.room, v.author = room, author
	v.text = append(v.text, strings.TrimSpace(text)...)
	if len(v.text) == 0 {
		return errors.New("empty post")
	}
	for _, w := range strings.Fields(text) {
		if strings.HasPrefix(w, "@") {
			v.mentions = append(v.mentions, w[1:])
		}
	}
	if err := o.offer(rcpool.Move(&p)); err != nil {
		return fmt.Errorf("room %s: %w", room, err)
	}
	o.stats[room] += len(p.Value().mentions)
	return nil
}

func (o *outbox) drain() (n int) {
	for {
		select {
		case p := <-o.queue:
			n += len(p.Value().text)
			p.Release()
		default:
			return n
		}
	}
}

func main() {
	o := &outbox{queue: make(chan rcpool.Ref[post], 1), stats: map[string]int{}}
	fmt.Println(o.compose("go", "ann", "   "))
	fmt.Println(o.compose("go", "ann", "hi @bob"))
	fmt.Println(o.compose("go", "bob", "again"))
	fmt.Println(o.drain(), o.stats)
}
