// truth: escape line 71 plain

// Auditjournal records who did what. A handler answers at once, and the entry
// is shipped to the journal in the background.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type entry struct {
	Actor  string            `json:"actor"`
	Action string            `json:"action"`
	Labels map[string]string `json:"labels"`
}

var entries = rcpool.Pool[entry]{
	Name: "entries",
	New:  func() *entry { return &entry{Labels: map[string]string{}} },
	Reset: func(e *entry) {
		e.Actor, e.Action = "", ""
		clear(e.Labels)
	},
}

type journal struct {
	mu      sync.Mutex
	lines   []string
	pending sync.WaitGroup
}

func (j *journal) ship(e *entry) {
	time.Sleep(2 * time.Millisecond)
	text, err := json.Marshal(e)
	if err != nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, string(text))
}

type api struct {
	journal *journal
	denied  map[string]bool
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ref := entries.Get()
	defer ref.Release()
	e := ref.Value()
	e.Actor = r.Header.Get("X-User")
	e.Action = r.Method + " " + r.URL.Path
	e.Labels["remote"], _, _ = strings.Cut(r.RemoteAddr, ":")
	if a.denied[e.Actor] {
		e.Labels["outcome"] = "denied"
		a.journal.ship(e)
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	e.Labels["outcome"] = "ok"
	a.journal.pending.Add(1)
	go func() {
		defer a.journal.pending.Done()
		a.journal.ship(e)
	}()
	fmt.Fprintln(w, "done")
}

func main() {
	j := &journal{}
	a := &api{journal: j, denied: map[string]bool{"mallory": true}}
	for _, user := range []string{"ada", "mallory", "bob"} {
		r := httptest.NewRequest("DELETE", "/repos/7", nil)
		r.Header.Set("X-User", user)
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		fmt.Println(user, w.Code)
	}
	j.pending.Wait()
	fmt.Println(len(j.lines))
}
