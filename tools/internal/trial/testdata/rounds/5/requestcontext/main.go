// truth: reset line 41 callee
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/rcpool/rcpool"
)

type Identity struct {
	User  string
	Roles []string
}

type Context struct {
	Who    Identity
	Path   string
	Status int
	Admin  bool
	vars   map[string]string
}

func (c *Context) clearRequest() {
	c.Path = ""
	c.Status = 0
	clear(c.vars)
}

func (c *Context) clearIdentity() {
	c.Who.User = ""
	clear(c.Who.Roles)
	c.Who.Roles = c.Who.Roles[:0]
}

func newContexts() *rcpool.Pool[Context] {
	return &rcpool.Pool[Context]{
		Name: "contexts",
		New:  func() *Context { return &Context{vars: map[string]string{}} },
		Reset: func(c *Context) {
			c.clearRequest()
			c.clearIdentity()
		},
	}
}

type App struct{ contexts *rcpool.Pool[Context] }

func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ref := a.contexts.Get()
	defer ref.Release()
	c := ref.Value()
	c.Path = r.URL.Path
	c.Who.User = r.Header.Get("X-User")
	c.vars["id"] = r.URL.Query().Get("id")
	if c.Who.User == "root" {
		c.Who.Roles = append(c.Who.Roles, "admin")
		c.Admin = true
	}
	c.Status = http.StatusOK
	if c.Path == "/admin" && !c.Admin {
		c.Status = http.StatusForbidden
	}
	w.WriteHeader(c.Status)
	fmt.Fprintln(w, c.Who.User, c.vars["id"])
}

func main() {
	app := &App{newContexts()}
	for _, user := range []string{"root", "guest", "guest"} {
		r := httptest.NewRequest("GET", "/admin?id=7", nil)
		r.Header.Set("X-User", user)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(user, w.Code)
	}
}
