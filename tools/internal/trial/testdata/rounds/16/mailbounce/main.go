// truth: escape line 58 hard

package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
)

var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errUser = errors.New("550 no such user")

type hook func() string

// transport delivers mail and runs the hooks of failed mail later.
type transport struct {
	users map[string]int
	hooks []hook
}

func (t *transport) onBounce(h hook) { t.hooks = append(t.hooks, h) }

func (t *transport) deliver(to string, data []byte) error {
	if _, ok := t.users[to]; !ok {
		return fmt.Errorf("%s: %w", to, errUser)
	}
	t.users[to] += len(data)
	return nil
}

func (t *transport) drain() (notices []string) {
	for _, h := range t.hooks {
		notices = append(notices, h())
	}
	t.hooks = nil
	return notices
}

type relay struct {
	out    *transport
	sender string
}

func (r *relay) submit(to, subject, body string) {
	msg := scratch.Get().(*bytes.Buffer)
	msg.Reset()
	defer scratch.Put(msg)
	fmt.Fprintf(msg, "From: %s\r\nTo: %s\r\nSubject: %s\r\n\r\n%s\r\n", r.sender, to, subject, body)
	err := r.out.deliver(to, msg.Bytes())
	if err == nil {
		return
	}
	reason := err.Error()
	r.out.onBounce(func() string {
		head, _, _ := strings.Cut(msg.String(), "\r\n\r\n")
		return reason + " <- " + strings.ReplaceAll(head, "\r\n", "; ")
	})
}

func main() {
	t := &transport{users: map[string]int{"ann": 0, "bob": 0}}
	r := &relay{out: t, sender: "list@x"}
	for i, to := range []string{"ann", "carl", "bob", "dora", "ann"} {
		r.submit(to, fmt.Sprint("issue ", i), "text of the newsletter")
	}
	for _, n := range t.drain() {
		fmt.Println(n)
	}
	fmt.Println(t.users["ann"], t.users["bob"])
}
