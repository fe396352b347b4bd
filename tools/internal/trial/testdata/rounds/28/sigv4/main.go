// truth: use-after-release line 80 plain

// Command sigv4 signs requests to an object store: it builds the canonical
// request in a pooled buffer and derives the signature from its hash.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"sort"
	"strings"
	"time"

	"github.com/valyala/bytebufferpool"
)

type Signer struct {
	KeyID, Secret string
	Region        string
	Trace         func(canonical string)
}

var errNoDate = errors.New("sigv4: request has no date")

func hmacSum(key []byte, data string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(data))
	return h.Sum(nil)
}

func (s *Signer) key(day string) []byte {
	k := hmacSum([]byte("AWS4"+s.Secret), day)
	k = hmacSum(k, s.Region)
	k = hmacSum(k, "s3")
	return hmacSum(k, "aws4_request")
}

func writeHeaders(b *bytebufferpool.ByteBuffer, h http.Header) (signed string) {
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, strings.ToLower(name))
	}
	sort.Strings(names)
	for _, name := range names {
		b.WriteString(name)
		b.WriteString(":")
		b.WriteString(strings.TrimSpace(h.Get(name)))
		b.WriteString("\n")
	}
	return strings.Join(names, ";")
}

// Sign adds the Authorization header.
func (s *Signer) Sign(r *http.Request, payload []byte) error {
	date := r.Header.Get("X-Amz-Date")
	if len(date) < 8 {
		return errNoDate
	}
	body := sha256.Sum256(payload)
	r.Header.Set("X-Amz-Content-Sha256", hex.EncodeToString(body[:]))

	buf := bytebufferpool.Get()
	buf.WriteString(r.Method + "\n" + r.URL.EscapedPath() + "\n" + r.URL.Query().Encode() + "\n")
	signed := writeHeaders(buf, r.Header)
	buf.WriteString("\n" + signed + "\n")
	buf.WriteString(hex.EncodeToString(body[:]))
	canonical := buf.Bytes()
	sum := sha256.Sum256(canonical)
	bytebufferpool.Put(buf)

	scope := date[:8] + "/" + s.Region + "/s3/aws4_request"
	text := "AWS4-HMAC-SHA256\n" + date + "\n" + scope + "\n" + hex.EncodeToString(sum[:])
	sig := hex.EncodeToString(hmacSum(s.key(date[:8]), text))
	r.Header.Set("Authorization", fmt.Sprintf("AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s", s.KeyID, scope, signed, sig))
	if s.Trace != nil {
		s.Trace(string(canonical))
	}
	return nil
}

func main() {
	s := &Signer{KeyID: "AKID", Secret: "secret", Region: "eu-west-1"}
	s.Trace = func(canonical string) { fmt.Println(strings.Count(canonical, "\n"), len(canonical)) }
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for i, path := range []string{"/bucket/a?list-type=2&prefix=x", "/bucket/b%20c", "/"} {
		r, err := http.NewRequest([]string{"GET", "PUT"}[i%2], "https://store"+path, nil)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if i < 2 {
			r.Header.Set("X-Amz-Date", at.Format("20060102T150405Z"))
		}
		err = s.Sign(r, []byte(path))
		fmt.Println(err, len(r.Header.Get("Authorization")))
	}
}
