// truth: correct

// Bodysign reads request bodies once, checks their signature and hands the
// handler a body that can be read again.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func withBuffer(f func(*bytes.Buffer) error) error {
	buf := buffers.Get().(*bytes.Buffer)
	defer func() {
		if buf.Cap() <= 1<<16 {
			buf.Reset()
			buffers.Put(buf)
		}
	}()
	return f(buf)
}

// replay is the body that the handler reads. It must not be read after the
// handler has returned, and says so.
type replay struct {
	mu   sync.Mutex
	from *bytes.Reader
}

func (b *replay) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.from == nil {
		return 0, http.ErrBodyReadAfterClose
	}
	return b.from.Read(p)
}

func (b *replay) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.from = nil
	return nil
}

func sum(key, body []byte) string {
	h := hmac.New(sha256.New, key)
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}

func Signed(key string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := withBuffer(func(buf *bytes.Buffer) error {
			if _, err := buf.ReadFrom(http.MaxBytesReader(w, r.Body, 1<<12)); err != nil {
				return fmt.Errorf("reading the body: %w", err)
			}
			want := sum([]byte(key), buf.Bytes())
			if !hmac.Equal([]byte(want), []byte(r.Header.Get("X-Signature"))) {
				return fmt.Errorf("bad signature")
			}
			body := &replay{from: bytes.NewReader(buf.Bytes())}
			defer body.Close()
			signed := r.WithContext(r.Context())
			signed.Body = body
			next.ServeHTTP(w, signed)
			return nil
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
		}
	})
}

func main() {
	var kept io.Reader
	h := Signed("secret", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kept = r.Body
		text, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, "got %d bytes: %.10s", len(text), text)
	}))
	for _, body := range []string{"hello", strings.Repeat("long ", 100), strings.Repeat("too long ", 1000)} {
		for _, key := range []string{"secret", "guess"} {
			r := httptest.NewRequest("POST", "/", strings.NewReader(body))
			r.Header.Set("X-Signature", sum([]byte(key), []byte(body)))
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
		}
	}
	_, err := kept.Read(make([]byte, 8))
	fmt.Println(err)
}
