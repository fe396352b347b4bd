// truth: correct

// Command pagerender renders pages with a pooled context, in the manner of web
// frameworks: the engine leases the context, handlers may copy what they keep.
package main

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

type Context struct {
	w       http.ResponseWriter
	r       *http.Request
	params  map[string]string
	body    []byte
	chain   []HandlerFunc
	index   int
	engine  *Engine
	aborted bool
}

type HandlerFunc func(*Context)

func (c *Context) reset(w http.ResponseWriter, r *http.Request) {
	c.w, c.r = w, r
	clear(c.params)
	c.body = c.body[:0]
	c.chain, c.index, c.aborted = nil, -1, false
}

func (c *Context) Next() {
	for c.index++; c.index < len(c.chain) && !c.aborted; c.index++ {
		c.chain[c.index](c)
	}
}

func (c *Context) Abort(code int) {
	c.aborted = true
	c.w.WriteHeader(code)
}

func (c *Context) HTML(format string, args ...any) {
	for i, arg := range args {
		args[i] = html.EscapeString(fmt.Sprint(arg))
	}
	c.body = fmt.Appendf(c.body, format, args...)
}

// Copy returns the parameters for work that outlives the request.
func (c *Context) Copy() map[string]string {
	params := make(map[string]string, len(c.params))
	for k, v := range c.params {
		params[k] = v
	}
	return params
}

type Engine struct {
	pool       sync.Pool
	middleware []HandlerFunc
	routes     map[string]HandlerFunc
	background sync.WaitGroup
}

func NewEngine(middleware ...HandlerFunc) *Engine {
	e := &Engine{middleware: middleware, routes: map[string]HandlerFunc{}}
	e.pool.New = func() any { return &Context{engine: e, params: map[string]string{}} }
	return e
}

func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := e.pool.Get().(*Context)
	c.reset(w, r)
	defer func() {
		c.reset(nil, nil)
		e.pool.Put(c)
	}()
	first, rest, _ := strings.Cut(strings.Trim(r.URL.Path, "/"), "/")
	h, ok := e.routes[first]
	if !ok {
		http.NotFound(w, r)
		return
	}
	c.params["rest"] = rest
	c.chain = append(append(c.chain, e.middleware...), h)
	c.Next()
	if !c.aborted {
		w.Write(c.body)
	}
}

func main() {
	var mu sync.Mutex
	visits := map[string]int{}
	e := NewEngine(func(c *Context) {
		if c.r.Header.Get("X-Block") != "" {
			c.Abort(http.StatusForbidden)
			return
		}
		c.Next()
		c.HTML("<!-- %s -->", c.r.Method)
	})
	e.routes["user"] = func(c *Context) {
		c.HTML("<p>%s</p>", c.params["rest"])
		kept := c.Copy()
		c.engine.background.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			visits[kept["rest"]]++
		})
	}
	for i, path := range []string{"/user/ann", "/user/<bob>", "/nowhere", "/user/eve"} {
		req := httptest.NewRequest("GET", "/", nil)
		req.URL.Path = path
		if i == 3 {
			req.Header.Set("X-Block", "1")
		}
		rr := httptest.NewRecorder()
		e.ServeHTTP(rr, req)
		fmt.Println(rr.Code, rr.Body.Len())
	}
	e.background.Wait()
	fmt.Println(visits)
}
