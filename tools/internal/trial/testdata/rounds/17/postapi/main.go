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
	"github.com/rcpool/rcpool/stdpool"
)

type chatPost struct {
	Room string   `json:"room"`
	Text string   `json:"text"`
	Tags []string `json:"tags"`
}

func (p *chatPost) Reset() {
	clear(p.Tags)
	*p = chatPost{Tags: p.Tags[:0]}
}

var chatPosts = rcpool.Pool[chatPost]{Name: "chat posts"}

type moderator struct {
	queue chan rcpool.Ref[chatPost]
	wg    sync.WaitGroup
	seen  []string
}

func (m *moderator) run() {
	defer m.wg.Done()
	for p := range m.queue {
		m.seen = append(m.seen, strings.Clone(p.Value().Text))
		p.Release()
	}
}

// offer takes p over if it returns true.
func (m *moderator) offer(p rcpool.Ref[chatPost]) bool {
	select {
	case m.queue <- p:
		return true
	default:
		return false
	}
}

type api struct {
	mod *moderator
}

func (a *api) create(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &chatPosts, 1<<10)
	if !ok {
		return
	}
	post := rchttp.Adopt(s, ref)
	if post.Value().Room == "" {
		http.Error(w, "room is missing", http.StatusUnprocessableEntity)
		return
	}
	copied := post.Retain()
	if !a.mod.offer(copied) {
		copied.Release()
		http.Error(w, "try later", http.StatusServiceUnavailable)
		return
	}
	body, err := stdpool.EncodeJSON(map[string]any{"room": post.Value().Room, "tags": len(post.Value().Tags)})
	if err != nil {
		http.Error(w, err.Error(), 500)
		return
	}
	defer body.Release()
	w.WriteHeader(http.StatusCreated)
	w.Write(body.Value().Bytes())
}

func main() {
	a := &api{mod: &moderator{queue: make(chan rcpool.Ref[chatPost], 2)}}
	h := rchttp.ScopeHandler(a.create)
	for _, body := range []string{
		`{"room":"go","text":"hi","tags":["a","b"]}`,
		`{"text":"lost"}`,
		`{"room":`,
		`{"room":"go","text":"second"}`,
		`{"room":"go","text":"third"}`,
	} {
		r := httptest.NewRequest("POST", "/posts", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	a.mod.wg.Add(1)
	go a.mod.run()
	close(a.mod.queue)
	a.mod.wg.Wait()
	fmt.Println(a.mod.seen)
}
