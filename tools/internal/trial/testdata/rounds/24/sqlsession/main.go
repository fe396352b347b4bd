// truth: reset line 47,34 callee

// Command sqlsession serves statements of a wire protocol with pooled session
// states.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type transaction struct {
	id      int
	active  bool
	touched []string
}

func (t *transaction) clear() {
	t.id, t.active = 0, false
	clear(t.touched)
	t.touched = t.touched[:0]
}

type settings struct {
	schema   string
	timezone string
	readOnly bool
}

// restore sets the defaults of a new session.
func (s *settings) restore() {
	s.schema = "public"
	s.timezone = "UTC"
}

type Session struct {
	user  string
	tx    transaction
	set   settings
	prep  map[string]string
	stmts int
}

func (s *Session) Reset() {
	s.user = ""
	s.tx.clear()
	s.set.restore()
	clear(s.prep)
	s.stmts = 0
}

var sessions = rcpool.Pool[Session]{
	Name: "sessions",
	New: func() *Session {
		s := &Session{prep: make(map[string]string)}
		s.set.restore()
		return s
	},
}

var (
	errReadOnly = errors.New("session is read-only")
	errSyntax   = errors.New("syntax error")
)

func (s *Session) exec(stmt string) error {
	s.stmts++
	verb, rest, _ := strings.Cut(stmt, " ")
	switch verb {
	case "begin":
		s.tx.active, s.tx.id = true, s.stmts
	case "commit", "rollback":
		s.tx.clear()
	case "set":
		name, value, _ := strings.Cut(rest, "=")
		switch name {
		case "schema":
			s.set.schema = value
		case "timezone":
			s.set.timezone = value
		case "readonly":
			s.set.readOnly = value == "on"
		default:
			return fmt.Errorf("%w: no setting %q", errSyntax, name)
		}
	case "prepare":
		name, body, ok := strings.Cut(rest, " ")
		if !ok {
			return errSyntax
		}
		s.prep[name] = body
	case "execute":
		body, ok := s.prep[rest]
		if !ok {
			return fmt.Errorf("%w: no statement %q", errSyntax, rest)
		}
		return s.exec(body)
	case "update":
		if s.set.readOnly {
			return errReadOnly
		}
		s.tx.touched = append(s.tx.touched, s.set.schema+"."+rest)
	default:
		return errSyntax
	}
	return nil
}

func serve(user string, stmts ...string) error {
	return sessions.With(func(s *Session) error {
		s.user = user
		for _, stmt := range stmts {
			if err := s.exec(stmt); err != nil {
				return fmt.Errorf("%s: %q: %w", s.user, stmt, err)
			}
		}
		return nil
	})
}

func main() {
	fmt.Println(serve("ann", "set schema=app", "set readonly=on", "prepare q update users", "execute q"))
	fmt.Println(serve("bob", "begin", "update orders", "commit"))
	fmt.Println(serve("cem", "set colour=red"))
	fmt.Println(serve("dee", "prepare u update items", "begin", "execute u", "rollback"))
}
