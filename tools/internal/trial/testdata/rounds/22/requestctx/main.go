// truth: correct

// Command requestctx is a little router with pooled request contexts.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

type param struct{ key, value string }

type handler func(*context) error

type context struct {
	w       http.ResponseWriter
	r       *http.Request
	params  []param
	chain   []handler
	at      int
	status  int
	cleanup []func()
}

func (c *context) reset(w http.ResponseWriter, r *http.Request) {
	clear(c.cleanup)
	clear(c.chain)
	*c = context{w: w, r: r, params: c.params[:0], chain: c.chain[:0], cleanup: c.cleanup[:0], status: http.StatusOK}
}

func (c *context) next() error {
	if c.at >= len(c.chain) {
		return nil
	}
	h := c.chain[c.at]
	c.at++
	return h(c)
}

func (c *context) finally(f func()) { c.cleanup = append(c.cleanup, f) }

func (c *context) param(key string) string {
	for _, p := range c.params {
		if p.key == key {
			return p.value
		}
	}
	return ""
}

// detached is what background work may keep of a request.
type detached struct {
	path   string
	params []param
}

func (c *context) detach() detached {
	return detached{c.r.URL.Path, append([]param(nil), c.params...)}
}

type route struct {
	pattern []string
	h       handler
}

type router struct {
	pool       sync.Pool
	routes     []route
	middleware []handler
	background sync.WaitGroup
}

func newRouter(middleware ...handler) *router {
	return &router{middleware: middleware, pool: sync.Pool{New: func() any { return new(context) }}}
}

func (rt *router) match(c *context, path string) handler {
	segments := strings.Split(strings.Trim(path, "/"), "/")
next:
	for _, r := range rt.routes {
		if len(r.pattern) != len(segments) {
			continue
		}
		c.params = c.params[:0]
		for i, s := range r.pattern {
			if strings.HasPrefix(s, ":") {
				c.params = append(c.params, param{s[1:], segments[i]})
			} else if s != segments[i] {
				continue next
			}
		}
		return r.h
	}
	return nil
}

func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := rt.pool.Get().(*context)
	c.reset(w, r)
	defer func() {
		for i := len(c.cleanup) - 1; i >= 0; i-- {
			c.cleanup[i]()
		}
		c.reset(nil, nil)
		rt.pool.Put(c)
	}()
	h := rt.match(c, r.URL.Path)
	if h == nil {
		http.NotFound(w, r)
		return
	}
	c.chain = append(append(c.chain, rt.middleware...), h)
	if err := c.next(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func main() {
	var seen sync.Map
	rt := newRouter(func(c *context) error {
		c.finally(func() { seen.Store(c.r.URL.Path, c.status) })
		return c.next()
	})
	rt.routes = []route{
		{[]string{"users", ":id"}, func(c *context) error {
			d := c.detach()
			rt.background.Go(func() { seen.Store("bg"+d.path, len(d.params)) })
			_, err := fmt.Fprint(c.w, "user ", c.param("id"))
			return err
		}},
		{[]string{"fail"}, func(c *context) error {
			c.status = 500
			return fmt.Errorf("failed")
		}},
	}
	for _, path := range []string{"/users/7", "/fail", "/none/of/these", "/users/8"} {
		rec := httptest.NewRecorder()
		rt.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	rt.background.Wait()
	status, _ := seen.Load("/fail")
	n, _ := seen.Load("bg/users/8")
	fmt.Println(status, n)
}
