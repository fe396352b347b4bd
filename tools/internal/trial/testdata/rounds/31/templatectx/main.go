// truth: reset line 29 plain

// Command templatectx renders pages with pooled template contexts.
package main

import (
	"fmt"
	"io"
	"os"
	"text/template"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type flash struct {
	Kind string
	Text string
}

type pageContext struct {
	Title   string
	User    string
	Admin   bool
	Flashes []flash
	Vars    map[string]any
}

func (c *pageContext) Reset() {
	c.Title = ""
	c.User = ""
	clear(c.Flashes)
	c.Flashes = c.Flashes[:0]
	clear(c.Vars)
}

var contexts = rcpool.Pool[pageContext]{
	Name: "page contexts",
	New:  func() *pageContext { return &pageContext{Vars: make(map[string]any)} },
}

var page = template.Must(template.New("page").Parse(
	`<h1>{{.Title}}</h1>{{range .Flashes}}<p class="{{.Kind}}">{{.Text}}</p>{{end}}` +
		`{{if .Admin}}<a href="/admin">admin</a>{{end}}{{.User}} {{.Vars.items}}` + "\n"))

type session struct {
	user  string
	roles []string
	flash []flash
}

func (s *session) has(role string) bool {
	for _, r := range s.roles {
		if r == role {
			return true
		}
	}
	return false
}

type renderer struct {
	out io.Writer
}

func (r *renderer) render(title string, s *session, vars map[string]any) error {
	ref := contexts.Get()
	defer ref.Release()
	c := ref.Value()
	c.Title = title
	if s != nil {
		c.User = s.user
		if s.has("admin") {
			c.Admin = true
		}
		c.Flashes = append(c.Flashes, s.flash...)
		s.flash = nil
	}
	for k, v := range vars {
		c.Vars[k] = v
	}
	out := stdpool.BufioWriter(r.out)
	defer out.Release()
	if err := page.Execute(out.Value(), c); err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	return out.Value().Flush()
}

func main() {
	r := &renderer{out: os.Stdout}
	boss := &session{user: "root", roles: []string{"staff", "admin"}, flash: []flash{{"ok", "saved"}}}
	visitor := &session{user: "eve"}
	for i, s := range []*session{boss, visitor, nil, boss} {
		if err := r.render(fmt.Sprintf("Page %d", i), s, map[string]any{"items": i * 3}); err != nil {
			fmt.Println(err)
		}
	}
}
