// truth: escape line 39 callee

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"round/webhooks/deliver"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type app struct {
	payloads rcpool.Pool[deliver.Payload]
	hooks    *deliver.Hooks
	archive  []string
}

func (a *app) push(w http.ResponseWriter, r *http.Request) {
	payload, ok := rchttp.Bind(w, r, &a.payloads, 1<<10)
	if !ok {
		return
	}
	defer payload.Release()
	p := payload.Value()
	if p.Event == "" {
		http.Error(w, "no event", http.StatusBadRequest)
		return
	}
	a.archive = append(a.archive, p.Event)
	if n := a.hooks.Matching(p); n == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	a.hooks.Deliver(p)
	w.WriteHeader(http.StatusAccepted)
}

func main() {
	a := &app{hooks: deliver.New()}
	a.payloads.Name = "payloads"
	a.hooks.On("push", func(p *deliver.Payload) { fmt.Println("first", len(p.Refs)) })
	a.hooks.On("push", func(p *deliver.Payload) { fmt.Println("second", len(p.Refs)) })
	for _, body := range []string{`{"event":"push","refs":["a","b"]}`, `{"event":"tag"}`, `{}`} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		a.push(w, r)
		fmt.Println(w.Code)
	}
	a.hooks.Close()
}
