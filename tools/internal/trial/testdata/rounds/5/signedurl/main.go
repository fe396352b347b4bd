// truth: escape line 36 plain
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type signer struct {
	key  []byte
	host string
}

func (s *signer) canonical(path string, params ...string) []byte {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(s.host)
	buf.WriteString(path)
	for i := 0; i+1 < len(params); i += 2 {
		if i == 0 {
			buf.WriteByte('?')
		} else {
			buf.WriteByte('&')
		}
		buf.WriteString(params[i])
		buf.WriteByte('=')
		buf.WriteString(params[i+1])
	}
	return buf.Bytes()
}

func (s *signer) sign(message []byte) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(message)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

func main() {
	s := &signer{key: []byte("secret"), host: "cdn.example"}
	want := s.sign([]byte("cdn.example/a.png?w=1"))
	for range 20 {
		first := s.canonical("/a.png", "w", "1")
		second := s.canonical("/b.png", "w", "2", "h", "3")
		if got := s.sign(first); got != want {
			fmt.Println(got, s.sign(second))
			panic("the signature is wrong")
		}
	}
}
