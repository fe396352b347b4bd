// truth: correct
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"net/url"
	"slices"
	"sort"
	"sync"
)

var canonical = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A Signer signs queries. Each one pools the hashes of its key.
type Signer struct {
	key   string
	macs  sync.Pool
	extra []string
}

func NewSigner(key string, secret []byte, extra ...string) *Signer {
	secret = slices.Clone(secret)
	s := &Signer{key: key, extra: extra}
	s.macs.New = func() any { return hmac.New(sha256.New, secret) }
	return s
}

// write borrows the buffer.
func (s *Signer) write(b *bytes.Buffer, query url.Values) {
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		for _, value := range query[name] {
			b.WriteString(name)
			b.WriteByte('=')
			b.WriteString(url.QueryEscape(value))
			b.WriteByte('\n')
		}
	}
	for _, e := range s.extra {
		b.WriteString(e)
	}
}

// Canonical returns a copy of what is signed.
func (s *Signer) Canonical(query url.Values) []byte {
	b := canonical.Get().(*bytes.Buffer)
	defer canonical.Put(b)
	b.Reset()
	s.write(b, query)
	return bytes.Clone(b.Bytes())
}

func (s *Signer) Text(query url.Values) string {
	b := canonical.Get().(*bytes.Buffer)
	b.Reset()
	s.write(b, query)
	text := b.String()
	canonical.Put(b)
	return text
}

func (s *Signer) Sign(query url.Values) string {
	b := canonical.Get().(*bytes.Buffer)
	defer canonical.Put(b)
	b.Reset()
	s.write(b, query)
	mac := s.macs.Get().(hash.Hash)
	mac.Reset()
	mac.Write(b.Bytes())
	var sum [sha256.Size]byte
	signature := hex.EncodeToString(mac.Sum(sum[:0]))
	s.macs.Put(mac)
	return s.key + ":" + signature
}

func (s *Signer) Verify(query url.Values, signature string) bool {
	return hmac.Equal([]byte(s.Sign(query)), []byte(signature))
}

func main() {
	a, b := NewSigner("a", []byte("one")), NewSigner("b", []byte("two"), "v2")
	query := url.Values{"user": {"ann b", "cid"}, "id": {"7"}}
	kept := a.Canonical(query)
	signature := a.Sign(query)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 50 {
				q := url.Values{"n": {fmt.Sprint(i, j)}}
				if !b.Verify(q, b.Sign(q)) || a.Verify(q, b.Sign(q)) {
					fmt.Println("wrong signature")
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(string(kept) == a.Text(query), a.Verify(query, signature), b.Verify(query, signature))
}
