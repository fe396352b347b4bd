// truth: double-release line 34,58 hard
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Mail struct {
	Rcpt  string
	Body  string
	Tries int
}

var mails = rcpool.Pool[Mail]{Name: "mails"}

// batch owns its mails.
type batch struct {
	host  string
	mails []rcpool.Ref[Mail]
}

func (b *batch) add(rcpt, body string) {
	m := mails.Get()
	m.Value().Rcpt, m.Value().Body = rcpt, body
	b.mails = append(b.mails, m)
}

func (b *batch) close() {
	for _, m := range b.mails {
		m.Release()
	}
	b.mails = nil
}

var errGreylisted = errors.New("450 try again later")

type relay struct{ later []*batch }

func (r *relay) send(m *Mail) error {
	m.Tries++
	if strings.HasPrefix(m.Rcpt, "grey") && m.Tries < 2 {
		return errGreylisted
	}
	return nil
}

// deliver sends a batch and puts aside what has to be tried again.
func (r *relay) deliver(b *batch) int {
	defer b.close()
	retry := &batch{host: b.host}
	sent := 0
	for _, m := range b.mails {
		if err := r.send(m.Value()); err != nil {
			retry.mails = append(retry.mails, m)
			continue
		}
		sent++
	}
	if len(retry.mails) > 0 {
		r.later = append(r.later, retry)
	}
	return sent
}

// giveUp drops what is still waiting when the relay stops.
func (r *relay) giveUp() int {
	n := 0
	for _, b := range r.later {
		n += len(b.mails)
		b.close()
	}
	r.later = nil
	return n
}

func main() {
	r := &relay{}
	plain := &batch{host: "mx1"}
	plain.add("ada@x", "hi")
	fmt.Println(r.deliver(plain), r.giveUp())
	mixed := &batch{host: "mx2"}
	mixed.add("bob@y", "hello")
	mixed.add("grey@z", "hello")
	fmt.Println(r.deliver(mixed))
	fmt.Println(r.giveUp())
}
