// truth: correct

// Command webhooksig verifies HMAC signatures of webhooks with a pool per key.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

type signer struct {
	pool sync.Pool
}

func newSigner(key string) *signer {
	s := &signer{}
	s.pool.New = func() any { return &mac{h: hmac.New(sha256.New, []byte(key))} }
	return s
}

type mac struct {
	h   hash.Hash
	sum [sha256.Size]byte
	hex [2 * sha256.Size]byte
}

// sign returns the signature, which is valid until the mac goes back.
func (m *mac) sign(parts ...string) []byte {
	m.h.Reset()
	for _, p := range parts {
		m.h.Write([]byte(p))
		m.h.Write([]byte{'.'})
	}
	hex.Encode(m.hex[:], m.h.Sum(m.sum[:0]))
	return m.hex[:]
}

func (s *signer) Sign(parts ...string) string {
	m := s.pool.Get().(*mac)
	defer s.pool.Put(m)
	return string(m.sign(parts...))
}

func (s *signer) Verify(signature string, parts ...string) bool {
	m := s.pool.Get().(*mac)
	ok := hmac.Equal(m.sign(parts...), []byte(signature))
	s.pool.Put(m)
	return ok
}

type keyring struct {
	mu   sync.RWMutex
	keys map[string]*signer
}

var errUnknownTenant = errors.New("unknown tenant")

func (k *keyring) signer(tenant string) (*signer, error) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if s, ok := k.keys[tenant]; ok {
		return s, nil
	}
	return nil, errUnknownTenant
}

func (k *keyring) rotate(tenant, key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys[tenant] = newSigner(key)
}

func (k *keyring) middleware(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s, err := k.signer(r.Header.Get("X-Tenant"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		sig := strings.TrimPrefix(r.Header.Get("X-Signature"), "sha256=")
		if !s.Verify(sig, r.Method, r.URL.Path) {
			http.Error(w, "bad signature", http.StatusForbidden)
			return
		}
		next(w, r)
	}
}

func main() {
	k := &keyring{keys: map[string]*signer{}}
	k.rotate("acme", "k1")
	h := k.middleware(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "ok") })
	old, _ := k.signer("acme")
	sig := old.Sign("POST", "/hook")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if !old.Verify(sig, "POST", "/hook") {
				panic("signature")
			}
		})
	}
	wg.Wait()
	for i, tenant := range []string{"acme", "nobody", "acme"} {
		if i == 2 {
			k.rotate("acme", "k2")
		}
		req := httptest.NewRequest("POST", "/hook", nil)
		req.Header.Set("X-Tenant", tenant)
		req.Header.Set("X-Signature", "sha256="+sig)
		rec := httptest.NewRecorder()
		h(rec, req)
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
}
