// truth: escape line 64 hard

// Command commit-hooks runs hooks when a unit of work is committed, such as the
// invalidation of cached orders.
package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/rcpool/rcpool"
)

type order struct {
	id    string
	lines []string
}

func (o *order) Reset() {
	o.id = ""
	clear(o.lines)
	o.lines = o.lines[:0]
}

var orders = rcpool.Pool[order]{Name: "orders"}

type unit struct {
	hooks []func()
	stmts []string
}

func (u *unit) exec(stmt string)     { u.stmts = append(u.stmts, stmt) }
func (u *unit) onCommit(hook func()) { u.hooks = append(u.hooks, hook) }
func (u *unit) commit(db *[]string) error {
	if len(u.stmts) == 0 {
		return errors.New("nothing to commit")
	}
	*db = append(*db, u.stmts...)
	for _, hook := range u.hooks {
		hook()
	}
	return nil
}

type service struct {
	db          []string
	invalidated map[string]int
}

func (s *service) place(u *unit, id string, lines []string) error {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	o.id = id
	o.lines = append(o.lines, lines...)
	if len(o.lines) > 3 {
		return fmt.Errorf("order %s is too long", o.id)
	}
	for _, line := range o.lines {
		u.exec("insert " + o.id + " " + line)
	}
	u.onCommit(func() {
		s.invalidated[o.id] += len(o.lines)
	})
	return nil
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u := new(unit)
	for _, id := range r.URL.Query()["id"] {
		if err := s.place(u, id, r.URL.Query()["line"]); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	if err := u.commit(&s.db); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
	}
}

func main() {
	s := &service{invalidated: map[string]int{}}
	for _, url := range []string{
		"/?id=o1&id=o2&line=tea&line=milk",
		"/?line=tea",
		"/?id=o3&line=a&line=b&line=c&line=d",
		"/?id=o3&line=bread",
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("POST", url, nil))
		fmt.Println(w.Code)
	}
	fmt.Println(len(s.db), "statements,", s.invalidated["o1"], s.invalidated["o2"], s.invalidated["o3"])
}
