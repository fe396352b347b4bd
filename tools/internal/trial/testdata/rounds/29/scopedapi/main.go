// truth: correct

// Command scopedapi renders profile pages. Scopes of requests own what the
// handlers lease, a mailer keeps what outlives them.
package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Profile struct {
	Name   string
	Emails []string
}

func (p *Profile) Reset() {
	p.Name = ""
	clear(p.Emails)
	p.Emails = p.Emails[:0]
}

type Page struct{ strings.Builder }

func (p *Page) Reset() { p.Builder.Reset() }

var (
	profiles = rcpool.Pool[Profile]{Name: "web.profiles"}
	views    = rcpool.Pool[Page]{Name: "web.pages"}
)

var errUnknown = errors.New("unknown user")

// load returns a profile, which the caller owns if the error is nil.
func load(user string) (rcpool.Ref[Profile], error) {
	ref := profiles.Get()
	p := ref.Value()
	switch user {
	case "ada", "bob":
		p.Name = strings.ToUpper(user[:1]) + user[1:]
		p.Emails = append(p.Emails, user+"@example.test")
		return ref, nil
	default:
		ref.Release()
		return rcpool.Ref[Profile]{}, fmt.Errorf("%q: %w", user, errUnknown)
	}
}

type mailer struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	sent []string
}

func (m *mailer) greet(p *Profile) {
	defer m.wg.Done()
	time.Sleep(2 * time.Millisecond)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, p.Emails...)
}

func (m *mailer) show(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, err := load(r.PathValue("user"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	profile := rchttp.Adopt(s, ref)
	page := rchttp.Borrow(s, &views)
	fmt.Fprintf(page.Value(), "<h1>%s</h1>", profile.Value().Name)
	for _, e := range profile.Value().Emails {
		fmt.Fprintf(page.Value(), "<p>%s</p>", e)
	}
	if r.URL.Query().Has("greet") {
		m.wg.Add(1)
		profile.Go(m.greet)
	}
	if r.URL.Query().Has("crash") {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, page.Value().String())
}

func (m *mailer) pair(w http.ResponseWriter, r *http.Request) {
	s := rchttp.ScopeOf(r.Context())
	var names []string
	for _, user := range strings.Split(r.URL.Query().Get("users"), ",") {
		ref, err := load(user)
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		names = append(names, rchttp.Adopt(s, ref).Value().Name)
	}
	_, _ = io.WriteString(w, strings.Join(names, " & "))
}

func main() {
	var m mailer
	mux := http.NewServeMux()
	mux.Handle("GET /users/{user}", rchttp.ScopeHandler(m.show))
	mux.Handle("GET /pair", rchttp.Scoped(http.HandlerFunc(m.pair)))
	srv := httptest.NewServer(mux)
	for _, path := range []string{"/users/ada?greet", "/users/eve", "/users/bob?greet&crash", "/pair?users=ada,bob", "/pair?users=ada,eve"} {
		resp, err := http.Get(srv.URL + path)
		if err != nil {
			fmt.Println(path, "aborted")
			continue
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Println(path, resp.StatusCode, strings.TrimSpace(string(body)))
	}
	srv.Close()
	m.wg.Wait()
	fmt.Println(len(m.sent))
}
