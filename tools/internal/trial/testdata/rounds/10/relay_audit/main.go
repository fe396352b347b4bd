// truth: escape line 41 hard
package main

import (
	"bytes"
	"fmt"
	"log"
	"strings"
	"sync"
)

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type audit struct {
	lines []string
}

// A call has steps that run when its channel is torn down.
type call struct {
	id       int
	teardown []func(*audit)
}

func (c *call) later(step func(*audit)) { c.teardown = append(c.teardown, step) }

func (c *call) end(a *audit) {
	for _, step := range c.teardown {
		step(a)
	}
	c.teardown = nil
}

func (c *call) allocate(user, realm string) error {
	body := bodies.Get().(*bytes.Buffer)
	defer bodies.Put(body)
	body.Reset()
	fmt.Fprintf(body, "call=%d user=%s realm=%s", c.id, user, realm)
	if user == "" {
		return fmt.Errorf("call %d: no user", c.id)
	}
	c.later(func(a *audit) {
		a.lines = append(a.lines, "released "+body.String())
	})
	return nil
}

func main() {
	var a audit
	var calls []*call
	for i, user := range []string{"ann", "bob", "", "cat", "dan", "eve", "fay", "gil"} {
		c := &call{id: i}
		if err := c.allocate(user, "example.org"); err != nil {
			fmt.Println(err)
			continue
		}
		calls = append(calls, c)
	}
	for _, c := range calls {
		c.end(&a)
	}
	for i, line := range a.lines {
		if !strings.Contains(line, fmt.Sprintf("call=%d ", calls[i].id)) {
			log.Fatalf("call %d: %s", calls[i].id, line)
		}
	}
}
