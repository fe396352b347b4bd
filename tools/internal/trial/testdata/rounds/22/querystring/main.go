// truth: use-after-release line 72 callee

// Command querystring builds canonical queries for signed requests.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"sort"
	"sync"
)

type canonical struct {
	buf  bytes.Buffer
	keys []string
}

var canonicals = sync.Pool{New: func() any { return new(canonical) }}

func acquire() *canonical {
	return canonicals.Get().(*canonical)
}

func (c *canonical) done() {
	c.buf.Reset()
	clear(c.keys)
	c.keys = c.keys[:0]
	canonicals.Put(c)
}

func (c *canonical) build(method string, q url.Values) []byte {
	for k := range q {
		c.keys = append(c.keys, k)
	}
	sort.Strings(c.keys)
	c.buf.WriteString(method)
	for _, k := range c.keys {
		for _, v := range q[k] {
			fmt.Fprintf(&c.buf, "\n%s=%s", url.QueryEscape(k), url.QueryEscape(v))
		}
	}
	return c.buf.Bytes()
}

type signer struct{ key []byte }

var errMethod = errors.New("method cannot be signed")

func (s *signer) sum(text []byte) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(text)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

func (s *signer) sign(method string, q url.Values) (string, error) {
	c := acquire()
	text := c.build(method, q)
	if method != "GET" && method != "POST" {
		c.done()
		return "", errMethod
	}
	if q.Has("unsigned") {
		c.done()
		return "", nil
	}
	c.done()
	return s.sum(text), nil
}

func main() {
	s := &signer{key: []byte("secret")}
	q := url.Values{"b": {"2 3"}, "a": {"1", "0"}}
	first, err := s.sign("GET", q)
	fmt.Println(len(first), err)
	var wg sync.WaitGroup
	for _, method := range []string{"POST", "PUT", "GET"} {
		wg.Go(func() {
			_, err := s.sign(method, q)
			if err != nil {
				fmt.Println(method, err)
			}
		})
	}
	wg.Wait()
	again, err := s.sign("GET", url.Values{"unsigned": {""}})
	fmt.Println(again == "", err)
}
