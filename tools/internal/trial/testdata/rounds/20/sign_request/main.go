// truth: escape line 37 plain

// Requests to a payment provider are signed over their canonical form.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

var canonBufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type signer struct{ key []byte }

var errNoMerchant = errors.New("no merchant")

func (s *signer) canonical(params map[string]string) ([]byte, error) {
	buf := canonBufs.Get().(*bytes.Buffer)
	defer canonBufs.Put(buf)
	buf.Reset()
	if params["merchant"] == "" {
		return nil, errNoMerchant
	}
	for i, k := range slices.Sorted(maps.Keys(params)) {
		if i > 0 {
			buf.WriteByte('&')
		}
		fmt.Fprintf(buf, "%s=%s", k, params[k])
	}
	return buf.Bytes(), nil
}

func (s *signer) sign(params map[string]string) (string, error) {
	text, err := s.canonical(params)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, s.key)
	mac.Write(text)
	return hex.EncodeToString(mac.Sum(nil)[:8]), nil
}

func main() {
	s := &signer{key: []byte("secret")}
	first, err := s.canonical(map[string]string{"merchant": "m1", "amount": "10"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var wg sync.WaitGroup
	for i := range 4 {
		sig, err := s.sign(map[string]string{"merchant": fmt.Sprint("other", i), "amount": "99"})
		wg.Go(func() { fmt.Println(i, len(sig), err) })
	}
	wg.Wait()
	_, err = s.sign(nil)
	fmt.Println(len(first), err)
}
