// truth: reset line 40 callee

// Command smtpsession handles mail sessions with pooled state.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type session struct {
	from   string
	to     []string
	data   []string
	size   int
	authed bool
	quit   bool
}

var sessions = sync.Pool{New: func() any { return new(session) }}

// clear begins a new mail in the same session.
func (s *session) clear() {
	s.from = ""
	clear(s.to)
	clear(s.data)
	s.to, s.data = s.to[:0], s.data[:0]
	s.size = 0
}

func getSession() *session {
	return sessions.Get().(*session)
}

func putSession(s *session) {
	s.clear()
	s.quit = false
	sessions.Put(s)
}

var (
	errAuth = errors.New("530 authentication required")
	errSeq  = errors.New("503 bad sequence")
	errCmd  = errors.New("500 what?")
)

func (s *session) command(line string) error {
	verb, arg, _ := strings.Cut(line, " ")
	switch verb {
	case "AUTH":
		s.authed = arg == "secret"
		if !s.authed {
			return errAuth
		}
	case "FROM":
		if !s.authed {
			return errAuth
		}
		s.clear()
		s.from = arg
	case "TO":
		if s.from == "" {
			return errSeq
		}
		s.to = append(s.to, arg)
	case "DATA":
		if len(s.to) == 0 {
			return errSeq
		}
		s.data = append(s.data, arg)
		s.size += len(arg)
	case "QUIT":
		s.quit = true
	default:
		return errCmd
	}
	return nil
}

func serve(lines ...string) (size int, errs []error) {
	s := getSession()
	defer putSession(s)
	for _, line := range lines {
		if err := s.command(line); err != nil {
			errs = append(errs, err)
		}
		if s.quit {
			break
		}
	}
	return s.size, errs
}

func main() {
	for range 3 {
		fmt.Println(serve("AUTH secret", "FROM ann", "TO bob", "DATA hello", "QUIT", "DATA more"))
		fmt.Println(serve("FROM eve", "TO bob", "DATA spam"))
		fmt.Println(serve("AUTH guess", "HELO"))
	}
}
