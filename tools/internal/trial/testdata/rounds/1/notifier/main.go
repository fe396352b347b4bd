// truth: escape line 57 plain

// Command notifier answers sign-ups and sends the mail in the background.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Signup struct {
	User  string
	Email string
	Lang  string
}

type mailer struct {
	mu   sync.Mutex
	sent []string
}

func (m *mailer) welcome(lang, user, email string) {
	time.Sleep(2 * time.Millisecond)
	m.mu.Lock()
	defer m.mu.Unlock()
	greeting := map[string]string{"de": "Hallo", "fr": "Bonjour"}[lang]
	if greeting == "" {
		greeting = "Hello"
	}
	m.sent = append(m.sent, fmt.Sprintf("%s %s <%s>", greeting, user, email))
}

type server struct {
	signups rcpool.Pool[Signup]
	mail    mailer
	pending sync.WaitGroup
}

func (s *server) signup(w http.ResponseWriter, r *http.Request) {
	ref := s.signups.Get()
	defer ref.Release()
	signup := ref.Value()
	signup.User = r.FormValue("user")
	signup.Email = r.FormValue("email")
	signup.Lang, _, _ = strings.Cut(r.Header.Get("Accept-Language"), "-")
	if signup.User == "" || !strings.Contains(signup.Email, "@") {
		http.Error(w, "user and email are required", http.StatusBadRequest)
		return
	}
	s.pending.Add(1)
	go func() {
		defer s.pending.Done()
		time.Sleep(time.Millisecond)
		s.mail.welcome(signup.Lang, signup.User, signup.Email)
	}()
	fmt.Fprintf(w, "welcome, %s\n", signup.User)
}

func main() {
	s := &server{}
	for _, target := range []string{"/?user=ann&email=ann@example.com", "/?user=bob", "/?user=cy&email=cy@example.com"} {
		r := httptest.NewRequest("POST", target, nil)
		r.Header.Set("Accept-Language", "de-CH")
		w := httptest.NewRecorder()
		s.signup(w, r)
		fmt.Print(w.Code, " ", w.Body)
	}
	s.pending.Wait()
	for _, line := range s.mail.sent {
		fmt.Println(line)
	}
}
