// truth: escape line 62 hard
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type session struct {
	tenant string
	calls  int
	trace  []string
}

func (s *session) Reset() {
	clear(s.trace)
	*s = session{trace: s.trace[:0]}
}

var sessions = rcpool.Pool[session]{Name: "sessions"}

// closers runs functions at shutdown, the latest first.
type closers struct {
	fns []func() string
}

func (c *closers) onClose(f func() string) { c.fns = append(c.fns, f) }

func (c *closers) close() (out []string) {
	for i := len(c.fns) - 1; i >= 0; i-- {
		out = append(out, c.fns[i]())
	}
	c.fns = nil
	return out
}

type server struct {
	closers closers
	quota   map[string]int
}

func (s *server) call(ses *session, method string) error {
	if ses.calls++; ses.calls > s.quota[ses.tenant] {
		return fmt.Errorf("%s: quota", ses.tenant)
	}
	ses.trace = append(ses.trace, method)
	return nil
}

func (s *server) serve(tenant string, methods ...string) error {
	ref := sessions.Get()
	defer ref.Release()
	ses := ref.Value()
	ses.tenant = tenant
	for _, m := range methods {
		if err := s.call(ses, m); err != nil {
			return err
		}
	}
	s.closers.onClose(func() string {
		return ses.tenant + " " + strings.Join(ses.trace, ",")
	})
	return nil
}

func main() {
	defer sessions.SetChecking(0)()
	s := &server{quota: map[string]int{"acme": 3, "umbrella": 2}}
	fmt.Println(s.serve("acme", "list", "get"))
	fmt.Println(s.serve("umbrella", "list", "get", "put"))
	fmt.Println(s.serve("umbrella", "put"))
	got := s.closers.close()
	if want := "umbrella put"; got[0] != want {
		panic(fmt.Sprintf("got %q, want %q first", got, want))
	}
	fmt.Println(got)
}
