// truth: reset line 64,73 callee
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
)

// A Ctx is what the handlers of one request share.
type Ctx struct {
	w      http.ResponseWriter
	r      *http.Request
	user   string
	admin  bool
	status int
}

func (c *Ctx) reset(w http.ResponseWriter, r *http.Request) {
	c.w, c.r = w, r
	c.user, c.admin = "", false
	c.status = 0
}

func (c *Ctx) bind(w http.ResponseWriter, r *http.Request) {
	c.w, c.r = w, r
	c.status = 0
}

func (c *Ctx) text(status int, s string) {
	c.status = status
	c.w.WriteHeader(status)
	fmt.Fprint(c.w, s)
}

type Router struct {
	pool   sync.Pool
	denied atomic.Int64
}

func NewRouter() *Router {
	return &Router{pool: sync.Pool{New: func() any { return new(Ctx) }}}
}

func authenticate(c *Ctx) {
	if name := c.r.Header.Get("X-User"); name != "" {
		c.user, c.admin = name, name == "root"
	}
}

// api serves requests of users.
func (rt *Router) api(w http.ResponseWriter, r *http.Request) {
	c := rt.pool.Get().(*Ctx)
	c.reset(w, r)
	authenticate(c)
	c.text(http.StatusOK, "hello "+c.user)
	rt.pool.Put(c)
}

// internal serves requests of administrators.
func (rt *Router) internal(w http.ResponseWriter, r *http.Request) {
	c := rt.pool.Get().(*Ctx)
	c.bind(w, r)
	authenticate(c)
	if !c.admin {
		rt.denied.Add(1)
		c.text(http.StatusForbidden, "denied")
	} else {
		c.text(http.StatusOK, "secrets for "+c.user)
	}
	rt.pool.Put(c)
}

func main() {
	rt := NewRouter()
	get := func(h http.HandlerFunc, user string) string {
		r := httptest.NewRequest("GET", "/", nil)
		if user != "" {
			r.Header.Set("X-User", user)
		}
		w := httptest.NewRecorder()
		h(w, r)
		return w.Body.String()
	}
	stolen := 0
	for range 20 {
		get(rt.internal, "root")
		if get(rt.internal, "") != "denied" {
			stolen++
		}
		get(rt.api, "ann")
		get(rt.api, "")
	}
	fmt.Println(stolen > 0, "strangers saw secrets; denied:", rt.denied.Load() > 0)
}
