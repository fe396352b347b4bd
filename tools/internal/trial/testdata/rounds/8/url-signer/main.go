// truth: escape line 36 plain
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"sync"
)

var canonBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type signer struct {
	key []byte
}

// canonical returns the bytes that are signed.
func (s *signer) canonical(method string, u *url.URL) ([]byte, error) {
	if u.Host == "" {
		return nil, fmt.Errorf("%s: no host", u)
	}
	b := canonBuffers.Get().(*bytes.Buffer)
	defer canonBuffers.Put(b)
	b.Reset()
	b.WriteString(method)
	b.WriteByte('\n')
	b.WriteString(u.Host)
	b.WriteString(u.EscapedPath())
	if q := u.Query(); len(q) > 0 {
		b.WriteByte('?')
		b.WriteString(q.Encode())
	}
	return b.Bytes(), nil
}

func (s *signer) sign(text []byte) string {
	m := hmac.New(sha256.New, s.key)
	m.Write(text)
	return hex.EncodeToString(m.Sum(nil)[:6])
}

func (s *signer) presign(links ...string) (map[string]string, error) {
	texts := make(map[string][]byte)
	for _, l := range links {
		u, err := url.Parse(l)
		if err != nil {
			return nil, err
		}
		if texts[l], err = s.canonical("GET", u); err != nil {
			return nil, err
		}
	}
	out := make(map[string]string)
	for l, t := range texts {
		out[l] = s.sign(t)
	}
	return out, nil
}

func main() {
	s := &signer{key: []byte("k")}
	_, err := s.presign("/only/a/path")
	fmt.Println(err)
	links := []string{"https://cdn.test/v/1?b=2&a=1", "https://cdn.test/v/2?b=2&a=1", "https://cdn.test/v/3?b=2&a=1"}
	sigs, err := s.presign(links...)
	fmt.Println(len(sigs), err)
	if sigs[links[0]] == sigs[links[1]] || sigs[links[1]] == sigs[links[2]] {
		panic("different links have the same signature")
	}
}
