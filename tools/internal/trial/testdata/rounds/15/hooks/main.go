// truth: escape line 66 hard
package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type request struct {
	path  string
	attrs map[string]string
	body  bytes.Buffer
}

var requests = rcpool.Pool[request]{
	Name: "requests",
	New:  func() *request { return &request{attrs: map[string]string{}} },
	Reset: func(r *request) {
		clear(r.attrs)
		r.path = ""
		r.body.Reset()
	},
}

type lifecycle struct {
	mu    sync.Mutex
	hooks []func() string
}

func (l *lifecycle) onDrain(f func() string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hooks = append(l.hooks, f)
}

func (l *lifecycle) drain() (out []string) {
	l.mu.Lock()
	hooks := l.hooks
	l.hooks = nil
	l.mu.Unlock()
	for i := len(hooks) - 1; i >= 0; i-- {
		out = append(out, hooks[i]())
	}
	return out
}

var errBody = errors.New("empty body")

func serve(l *lifecycle, path, body string) error {
	ref := requests.Get()
	defer ref.Release()
	r := ref.Value()
	r.path = path
	r.attrs["len"] = fmt.Sprint(len(body))
	r.body.WriteString(body)
	if r.body.Len() == 0 {
		return errBody
	}
	name := r.path
	l.onDrain(func() string { return "closed " + name })
	if r.attrs["len"] > "4" {
		l.onDrain(func() string { return r.path + " had " + r.attrs["len"] + " bytes" })
	}
	return nil
}

func main() {
	l := &lifecycle{}
	for _, p := range [][2]string{{"/a", "abc"}, {"/b", ""}, {"/c", "abcdef"}} {
		if err := serve(l, p[0], p[1]); err != nil {
			fmt.Println(p[0], err)
		}
	}
	for _, s := range l.drain() {
		fmt.Println(s)
	}
}
