// truth: correct

// Command reqcontext is the middleware of a proxy with a pooled context for each request.
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

type reqContext struct {
	w       http.ResponseWriter
	r       *http.Request
	params  []string
	body    bytes.Buffer
	status  int
	onDone  []func(status int)
	aborted bool
}

var contexts = sync.Pool{New: func() any { return new(reqContext) }}

func (c *reqContext) reset() {
	clear(c.params)
	clear(c.onDone)
	*c = reqContext{params: c.params[:0], onDone: c.onDone[:0], body: c.body}
	c.body.Reset()
}

func (c *reqContext) Write(p []byte) (int, error) { return c.body.Write(p) }

func (c *reqContext) finish() {
	if c.aborted {
		c.body.Reset()
		fmt.Fprintf(&c.body, "aborted with %d", c.status)
	}
	c.w.WriteHeader(c.status)
	c.w.Write(c.body.Bytes())
	for i := len(c.onDone) - 1; i >= 0; i-- {
		c.onDone[i](c.status)
	}
}

type handler func(c *reqContext)

type proxy struct {
	routes map[string]handler
	mu     sync.Mutex
	counts map[int]int
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := contexts.Get().(*reqContext)
	defer func() {
		if e := recover(); e != nil {
			http.Error(w, fmt.Sprint(e), http.StatusInternalServerError)
		}
		c.reset()
		contexts.Put(c)
	}()
	c.w, c.r, c.status = w, r, http.StatusOK
	route, rest, _ := strings.Cut(strings.Trim(r.URL.Path, "/"), "/")
	if rest != "" {
		c.params = append(c.params, strings.Split(rest, "/")...)
	}
	c.onDone = append(c.onDone, p.count)
	if h, ok := p.routes[route]; ok {
		h(c)
	} else {
		c.status, c.aborted = http.StatusNotFound, true
	}
	c.finish()
}

func (p *proxy) count(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts[status]++
}

func main() {
	p := &proxy{counts: map[int]int{}}
	var done sync.WaitGroup
	p.routes = map[string]handler{
		"echo": func(c *reqContext) { fmt.Fprint(c, strings.Join(c.params, " ")) },
		"deny": func(c *reqContext) {
			fmt.Fprint(c, "secret")
			c.status, c.aborted = http.StatusForbidden, true
		},
		"panic": func(c *reqContext) { panic("handler failed") },
		"later": func(c *reqContext) {
			first := c.params[0] // the goroutine must not see the context
			done.Add(1)
			c.onDone = append(c.onDone, func(status int) {
				go func() {
					defer done.Done()
					fmt.Println("later", first, status)
				}()
			})
		},
	}
	for _, path := range []string{"/echo/a/b", "/deny", "/panic/x", "/later/job7", "/nothing", "/echo"} {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Println(path, w.Code, strings.TrimSpace(w.Body.String()))
		done.Wait()
	}
	fmt.Println(p.counts)
}
