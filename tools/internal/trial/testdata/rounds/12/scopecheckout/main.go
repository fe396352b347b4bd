// truth: correct

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Cart struct {
	User  string   `json:"user"`
	Items []string `json:"items"`
}

func (c *Cart) Reset() {
	clear(c.Items)
	*c = Cart{Items: c.Items[:0]}
}

type Audit struct {
	Path  string
	Notes []string
}

func (a *Audit) Reset() {
	clear(a.Notes)
	*a = Audit{Notes: a.Notes[:0]}
}

var (
	carts  = rcpool.Pool[Cart]{Name: "carts"}
	audits = rcpool.Pool[Audit]{Name: "audits"}
)

type auditLog struct {
	in    chan rcpool.Ref[Audit]
	wg    sync.WaitGroup
	lines []string
}

func (l *auditLog) run() {
	defer l.wg.Done()
	for ref := range l.in {
		a := ref.Value()
		l.lines = append(l.lines, a.Path+" "+strings.Join(a.Notes, ","))
		ref.Release()
	}
}

type server struct {
	log *auditLog
}

func (s *server) withAudit(next http.Handler) http.Handler {
	return rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		audit := rchttp.Borrow(rchttp.ScopeOf(r.Context()), &audits)
		audit.Value().Path = r.URL.Path
		next.ServeHTTP(w, r)
		s.log.in <- audit.Retain()
	}))
}

func (s *server) checkout(w http.ResponseWriter, r *http.Request) {
	cart, ok := rchttp.Bind(w, r, &carts, 1<<10)
	if !ok {
		return
	}
	owned := rchttp.Adopt(rchttp.ScopeOf(r.Context()), cart)
	c := owned.Value()
	if len(c.Items) == 0 {
		http.Error(w, "empty cart", http.StatusUnprocessableEntity)
		return
	}
	fmt.Fprintf(w, "%s bought %d", c.User, len(c.Items))
}

func main() {
	log := &auditLog{in: make(chan rcpool.Ref[Audit], 4)}
	log.wg.Add(1)
	go log.run()
	s := &server{log: log}
	h := s.withAudit(http.HandlerFunc(s.checkout))
	for _, body := range []string{
		`{"user":"ann","items":["tea","cup"]}`, `{"user":"bob"}`, `{"user":`, `{"user":"eve","items":["x"]}`,
	} {
		req := httptest.NewRequest("POST", "/checkout", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req)
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	close(log.in)
	log.wg.Wait()
	fmt.Println(len(log.lines))
}
