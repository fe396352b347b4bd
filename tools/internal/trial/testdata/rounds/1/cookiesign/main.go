// truth: escape line 35,52 plain

// Command cookiesign signs session cookies.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errSignature = errors.New("bad signature")

type Signer struct {
	key []byte
	max int
}

func (s *Signer) mac(payload []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(payload)
	return h.Sum(nil)
}

// Sign returns the cookie for the values.
func (s *Signer) Sign(user string, values ...string) ([]byte, error) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(user)
	for _, v := range values {
		buf.WriteByte('|')
		buf.WriteString(v)
	}
	sum := s.mac(buf.Bytes())
	buf.WriteByte('.')
	enc := base64.NewEncoder(base64.RawURLEncoding, buf)
	enc.Write(sum)
	if err := enc.Close(); err != nil {
		return nil, err
	}
	if buf.Len() > s.max {
		return nil, fmt.Errorf("cookie of %d bytes is too large", buf.Len())
	}
	return buf.Bytes(), nil
}

func (s *Signer) Verify(cookie []byte) (payload []byte, err error) {
	dot := bytes.LastIndexByte(cookie, '.')
	if dot < 0 {
		return nil, errSignature
	}
	sum, err := base64.RawURLEncoding.DecodeString(string(cookie[dot+1:]))
	if err != nil || !hmac.Equal(sum, s.mac(cookie[:dot])) {
		return nil, errSignature
	}
	return cookie[:dot], nil
}

func main() {
	s := &Signer{key: []byte("secret"), max: 200}
	var cookies [][]byte
	for i := range 10 {
		cookie, err := s.Sign(fmt.Sprint("user", i), "admin", "de")
		if err != nil {
			log.Fatal(err)
		}
		cookies = append(cookies, cookie)
	}
	for i, cookie := range cookies {
		payload, err := s.Verify(cookie)
		if want := fmt.Sprintf("user%d|admin|de", i); err != nil || string(payload) != want {
			log.Fatalf("cookie %d: got %q, want %q", i, payload, want)
		}
	}
	fmt.Println("ok")
}
