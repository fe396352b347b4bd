// truth: correct
package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type subscription struct {
	User  string   `json:"user"`
	Lists []string `json:"lists"`
}

func (s *subscription) Reset() {
	clear(s.Lists)
	*s = subscription{Lists: s.Lists[:0]}
}

var subs = rcpool.Pool[subscription]{Name: "lists.subscriptions"}

type service struct {
	mu     sync.Mutex
	latest map[string]rcpool.Ref[subscription]
	wg     sync.WaitGroup
	mails  []string
}

func (s *service) keep(sub rcpool.Ref[subscription]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	user := sub.Value().User
	if old, ok := s.latest[user]; ok {
		old.Release()
	}
	s.latest[user] = sub
}

func (s *service) confirm(v *subscription) {
	defer s.wg.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = append(s.mails, v.User+"@example.org")
}

func (s *service) create(w http.ResponseWriter, r *http.Request, sc rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &subs, 1<<12)
	if !ok {
		return
	}
	sub := rchttp.Adopt(sc, ref)
	if len(sub.Value().Lists) == 0 {
		http.Error(w, "no lists", http.StatusUnprocessableEntity)
		return
	}
	s.keep(sub.Retain())
	s.wg.Add(1)
	sub.Go(s.confirm)
	out, err := stdpool.EncodeJSON(sub.Value())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	body := rchttp.Adopt(sc, out)
	w.Write(body.Value().Bytes())
}

func (s *service) close() error {
	s.wg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.latest) == 0 {
		return errors.New("nobody subscribed")
	}
	for u, ref := range s.latest {
		delete(s.latest, u)
		ref.Release()
	}
	return nil
}

func main() {
	s := &service{latest: map[string]rcpool.Ref[subscription]{}}
	h := rchttp.ScopeHandler(s.create)
	for _, body := range []string{`{"user":"ann","lists":["go"]}`, `{"user":"bob"}`, `{`, `{"user":"ann","lists":["go","c"]}`} {
		req := httptest.NewRequest("POST", "/", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req)
		fmt.Println(rec.Code, rec.Body.Len())
	}
	fmt.Println(s.close(), s.mails)
}
