// truth: escape line 57 hard
package main

import (
	"bytes"
	"fmt"
	"sync"
)

var renderBufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A bus runs the hooks of finished builds when the pipeline is idle.
type bus struct {
	idle []func() error
	sent []string
}

func (b *bus) onIdle(f func() error) { b.idle = append(b.idle, f) }

func (b *bus) run() error {
	for _, f := range b.idle {
		if err := f(); err != nil {
			return err
		}
	}
	b.idle = b.idle[:0]
	return nil
}

func (b *bus) post(url string, body []byte) error {
	if len(body) == 0 {
		return fmt.Errorf("post %s: empty body", url)
	}
	b.sent = append(b.sent, url+" "+string(body))
	return nil
}

type build struct {
	number int
	ok     bool
	hooks  []string
}

func (b *bus) finished(bd build) error {
	buf := renderBufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer renderBufs.Put(buf)
	fmt.Fprintf(buf, `{"build":%d,"ok":%t}`, bd.number, bd.ok)
	payload := buf.Bytes()
	for _, url := range bd.hooks {
		if !bd.ok {
			if err := b.post(url, payload); err != nil {
				return err
			}
			continue
		}
		b.onIdle(func() error { return b.post(url, payload) })
	}
	return nil
}

func main() {
	b := &bus{}
	for i := range 3 {
		if err := b.finished(build{number: 100 + i, ok: i != 1, hooks: []string{"chat", "mail"}}); err != nil {
			fmt.Println(err)
		}
	}
	if err := b.run(); err != nil {
		fmt.Println(err)
	}
	for _, s := range b.sent {
		fmt.Println(s)
	}
}
