// truth: leak line 76 callee

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User    string
	Roles   map[string]bool
	Expires time.Time
}

func (s *Session) Reset() {
	s.User, s.Expires = "", time.Time{}
	clear(s.Roles)
}

type sessions struct {
	pool rcpool.Pool[Session]
	mu   sync.RWMutex
	live map[string]rcpool.Ref[Session]
}

func newSessions() *sessions {
	s := &sessions{live: make(map[string]rcpool.Ref[Session])}
	s.pool.Name = "sessions"
	s.pool.New = func() *Session { return &Session{Roles: make(map[string]bool)} }
	return s
}

func (s *sessions) open(token, user string, life time.Duration, roles ...string) {
	session := s.pool.Get()
	v := session.Value()
	v.User, v.Expires = user, time.Now().Add(life)
	for _, role := range roles {
		v.Roles[role] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.live[token]; ok {
		old.Release()
	}
	s.live[token] = session
}

// find returns the session of a token, with a reference for the caller.
func (s *sessions) find(token string) (rcpool.Ref[Session], bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	session, ok := s.live[token]
	if !ok {
		return rcpool.Ref[Session]{}, false
	}
	return session.Retain(), true
}

func (s *sessions) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for token, session := range s.live {
		delete(s.live, token)
		session.Release()
	}
}

func (s *sessions) require(role string, next func(http.ResponseWriter, *http.Request, *Session)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session, ok := s.find(r.Header.Get("Authorization"))
		if !ok {
			http.Error(w, "log in first", http.StatusUnauthorized)
			return
		}
		v := session.Value()
		if time.Now().After(v.Expires) {
			http.Error(w, "session has expired", http.StatusUnauthorized)
			return
		}
		defer session.Release()
		if !v.Roles[role] {
			http.Error(w, "not allowed", http.StatusForbidden)
			return
		}
		next(w, r, v)
	})
}

func main() {
	s := newSessions()
	s.open("t1", "ann", time.Hour, "admin")
	s.open("t2", "bob", time.Hour)
	s.open("t3", "eve", -time.Hour, "admin")
	h := s.require("admin", func(w http.ResponseWriter, r *http.Request, session *Session) {
		fmt.Fprint(w, "hello ", session.User)
	})
	for _, token := range []string{"t1", "t2", "t3", "t4"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Authorization", token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
	s.close()
}
