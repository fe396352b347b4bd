// truth: escape line 44 plain
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sort"
	"sync"
)

var canonicalBufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type signer struct {
	key     []byte
	headers []string
}

// canonical returns the text that is signed.
func (s *signer) canonical(r *http.Request) []byte {
	b := canonicalBufs.Get().(*bytes.Buffer)
	b.Reset()
	defer canonicalBufs.Put(b)
	b.WriteString(r.Method)
	b.WriteByte('\n')
	b.WriteString(r.URL.EscapedPath())
	b.WriteByte('\n')
	q := r.URL.Query()
	names := make([]string, 0, len(q))
	for n := range q {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		fmt.Fprintf(b, "%s=%s\n", n, q.Get(n))
	}
	for _, h := range s.headers {
		fmt.Fprintf(b, "%s:%s\n", h, r.Header.Get(h))
	}
	return b.Bytes()
}

func (s *signer) sign(r *http.Request) string {
	m := hmac.New(sha256.New, s.key)
	m.Write(s.canonical(r))
	return hex.EncodeToString(m.Sum(nil))
}

func (s *signer) verify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hmac.Equal([]byte(r.Header.Get("X-Signature")), []byte(s.sign(r))) {
			http.Error(w, "bad signature", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	s := &signer{key: []byte("k"), headers: []string{"Date", "Host"}}
	h := s.verify(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "ok") }))
	for i, u := range []string{"/a?x=1&b=2", "/b", "/c?z=9"} {
		r := httptest.NewRequest("GET", u, nil)
		r.Header.Set("Date", "today")
		if i != 1 {
			r.Header.Set("X-Signature", s.sign(r))
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
}
