// truth: correct
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"strings"
	"sync"
)

// A Key signs and verifies tokens. Each key has a pool of its own, because an
// HMAC keeps its key when it is reset.
type Key struct {
	id   string
	macs *sync.Pool
}

func NewKey(id string, secret []byte) *Key {
	secret = append([]byte(nil), secret...)
	return &Key{id, &sync.Pool{New: func() any { return hmac.New(sha256.New, secret) }}}
}

func (k *Key) sum(payload string) []byte {
	m := k.macs.Get().(hash.Hash)
	defer k.macs.Put(m)
	m.Reset()
	m.Write([]byte(k.id))
	m.Write([]byte{0})
	m.Write([]byte(payload))
	return m.Sum(nil)
}

func (k *Key) Sign(payload string) string {
	return payload + "." + base64.RawURLEncoding.EncodeToString(k.sum(payload))
}

var (
	errFormat    = errors.New("malformed token")
	errSignature = errors.New("bad signature")
)

func (k *Key) Verify(token string) (string, error) {
	payload, sig, ok := strings.Cut(token, ".")
	if !ok {
		return "", errFormat
	}
	got, err := base64.RawURLEncoding.DecodeString(sig)
	if err != nil {
		return "", errFormat
	}
	if !hmac.Equal(got, k.sum(payload)) {
		return "", errSignature
	}
	return payload, nil
}

func main() {
	old, cur := NewKey("2025", []byte("s1")), NewKey("2026", []byte("s2"))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			token := cur.Sign(fmt.Sprint("user", i))
			if p, err := cur.Verify(token); err != nil || p != fmt.Sprint("user", i) {
				panic(err)
			}
			if _, err := old.Verify(token); !errors.Is(err, errSignature) {
				panic(err)
			}
		})
	}
	wg.Wait()
	_, err := cur.Verify("nonsense")
	fmt.Println(err)
}
