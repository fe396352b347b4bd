// truth: double-release line 42 hard

// Command body-replay sends requests that can be sent again. A request has the
// body as it was given, and the body to send, which may be an encoded one.
package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
)

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBody() *bytes.Buffer {
	b := bodies.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

type request struct {
	raw  *bytes.Buffer
	body *bytes.Buffer
}

func newRequest(text string, encode bool) *request {
	r := &request{raw: getBody()}
	r.raw.WriteString(text)
	r.body = r.raw
	if encode {
		r.body = getBody()
		hex.NewEncoder(r.body).Write(r.raw.Bytes())
	}
	return r
}

func (r *request) close() {
	bodies.Put(r.raw)
	if r.body != nil {
		bodies.Put(r.body)
	}
	r.raw, r.body = nil, nil
}

type transport struct {
	mu    sync.Mutex
	fails int
	seen  map[string]int
}

var errReset = errors.New("connection reset")

func (t *transport) send(r *request) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fails++; t.fails%5 == 0 {
		return errReset
	}
	t.seen[r.body.String()]++
	return nil
}

func post(t *transport, text string, encode bool) (err error) {
	r := newRequest(text, encode)
	defer r.close()
	for range 3 {
		if err = t.send(r); !errors.Is(err, errReset) {
			return err
		}
	}
	return err
}

func main() {
	t := &transport{seen: map[string]int{}}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for n := range 200 {
				if err := post(t, fmt.Sprintf("%d/%d", w, n), n%2 == 0); err != nil {
					fmt.Println(err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(len(t.seen), "of 800 bodies")
}
