// truth: escape line 63 plain

// Command jsonsign makes signed tokens from claims, and verifies them.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

type Claims struct {
	Subject string    `json:"sub"`
	Roles   []string  `json:"roles,omitempty"`
	Expires time.Time `json:"exp"`
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type Signer struct {
	key []byte
	now func() time.Time
}

var (
	errFormat    = errors.New("token: malformed")
	errSignature = errors.New("token: bad signature")
	errExpired   = errors.New("token: expired")
)

func (s *Signer) mac(data []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(data)
	return h.Sum(nil)
}

// encode writes the claims as base64 to dst.
func encode(dst *bytes.Buffer, c *Claims) error {
	enc := base64.NewEncoder(base64.RawURLEncoding, dst)
	if err := json.NewEncoder(enc).Encode(c); err != nil {
		return err
	}
	return enc.Close()
}

// Sign returns a token: the claims, a dot, and their signature.
func (s *Signer) Sign(c *Claims) ([]byte, error) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	if err := encode(buf, c); err != nil {
		return nil, err
	}
	sig := s.mac(buf.Bytes())
	buf.WriteByte('.')
	buf.WriteString(base64.RawURLEncoding.EncodeToString(sig))
	return buf.Bytes(), nil
}

// Verify returns the claims of a token.
func (s *Signer) Verify(token []byte) (*Claims, error) {
	body, sig64, ok := bytes.Cut(token, []byte{'.'})
	if !ok {
		return nil, errFormat
	}
	sig, err := base64.RawURLEncoding.AppendDecode(nil, sig64)
	if err != nil {
		return nil, errFormat
	}
	if !hmac.Equal(sig, s.mac(body)) {
		return nil, errSignature
	}
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	if _, err := buf.ReadFrom(base64.NewDecoder(base64.RawURLEncoding, bytes.NewReader(body))); err != nil {
		return nil, errFormat
	}
	c := new(Claims)
	if err := json.Unmarshal(buf.Bytes(), c); err != nil {
		return nil, errFormat
	}
	if s.now().After(c.Expires) {
		return nil, errExpired
	}
	return c, nil
}

func main() {
	clock := time.Unix(1_000_000, 0)
	s := &Signer{key: []byte("secret"), now: func() time.Time { return clock }}
	for _, c := range []Claims{
		{Subject: "ada", Roles: []string{"admin"}, Expires: clock.Add(time.Hour)},
		{Subject: "bob", Expires: clock.Add(-time.Hour)},
	} {
		token, err := s.Sign(&c)
		if err != nil {
			panic(err)
		}
		got, err := s.Verify(bytes.Clone(token))
		fmt.Println(got != nil, err)
	}
	_, err := s.Verify([]byte("e30.AAAA"))
	fmt.Println(err)
}
