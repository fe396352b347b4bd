// truth: correct

// Command mail-merge renders letters into pooled buffers, which the senders give
// back.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"github.com/valyala/bytebufferpool"
)

var letter = template.Must(template.New("letter").Option("missingkey=error").Parse(
	`Dear {{.name}}, you owe {{.sum}}.`))

type mail struct {
	to   string
	body *bytebufferpool.ByteBuffer
}

func render(person map[string]string) (m mail, err error) {
	body := bytebufferpool.Get()
	defer func() {
		if err != nil {
			bytebufferpool.Put(body)
		}
	}()
	if err = letter.Execute(body, person); err != nil {
		return mail{}, err
	}
	if body.Len() > 200 {
		return mail{}, errors.New("letter too long")
	}
	return mail{person["name"], body}, nil
}

type outbox struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	sent map[string]string
}

func (o *outbox) send(in <-chan mail) {
	defer o.wg.Done()
	for m := range in {
		text := m.body.String() // a copy
		bytebufferpool.Put(m.body)
		o.mu.Lock()
		o.sent[m.to] = text
		o.mu.Unlock()
	}
}

func main() {
	o := &outbox{sent: map[string]string{}}
	in := make(chan mail, 4)
	for range 2 {
		o.wg.Add(1)
		go o.send(in)
	}
	failed := 0
	for i := range 40 {
		person := map[string]string{"name": fmt.Sprint("person ", i), "sum": fmt.Sprint(i * 10)}
		switch i % 10 {
		case 7:
			delete(person, "sum")
		case 9:
			person["sum"] = strings.Repeat("9", 300)
		}
		m, err := render(person)
		if err != nil {
			failed++
			continue
		}
		in <- m
	}
	close(in)
	o.wg.Wait()
	for to, text := range o.sent {
		if !strings.HasPrefix(text, "Dear "+to+",") {
			fmt.Println("bad letter:", text)
		}
	}
	fmt.Println(len(o.sent), "sent,", failed, "failed")
}
