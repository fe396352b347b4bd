// truth: escape line 54 plain

// Command sigcanonical signs HTTP requests: it builds their canonical form in
// a pooled buffer and authenticates it with a key.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"sort"
	"strings"
	"sync"
)

var canonBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type signer struct {
	key     []byte
	headers []string
}

var errNoHost = errors.New("request has no host")

// canonical returns the canonical form of r.
func (s *signer) canonical(r *http.Request) ([]byte, error) {
	if r.URL.Host == "" {
		return nil, errNoHost
	}
	b := canonBuffers.Get().(*bytes.Buffer)
	b.Reset()
	defer canonBuffers.Put(b)
	b.WriteString(r.Method)
	b.WriteByte('\n')
	b.WriteString(r.URL.EscapedPath())
	b.WriteByte('\n')
	query := strings.Split(r.URL.RawQuery, "&")
	sort.Strings(query)
	b.WriteString(strings.Join(query, "&"))
	for _, name := range s.headers {
		values := r.Header.Values(name)
		if len(values) == 0 {
			continue
		}
		b.WriteByte('\n')
		b.WriteString(strings.ToLower(name))
		b.WriteByte(':')
		b.WriteString(strings.TrimSpace(values[0]))
	}
	return b.Bytes(), nil
}

func (s *signer) sign(r *http.Request) error {
	text, err := s.canonical(r)
	if err != nil {
		return fmt.Errorf("sign: %w", err)
	}
	mac := hmac.New(sha256.New, s.key)
	mac.Write(text)
	r.Header.Set("Authorization", "HMAC "+hex.EncodeToString(mac.Sum(nil)[:8]))
	return nil
}

func main() {
	s := &signer{key: []byte("secret"), headers: []string{"Date", "X-Tenant"}}
	for _, url := range []string{"http://store/a?y=2&x=1", "http://store/a?x=1&y=2", "/relative"} {
		r, err := http.NewRequest("GET", url, nil)
		if err != nil {
			fmt.Println(err)
			continue
		}
		r.Header.Set("X-Tenant", " t1 ")
		if err := s.sign(r); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Header.Get("Authorization"))
	}
}
