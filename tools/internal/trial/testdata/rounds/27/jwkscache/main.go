// truth: escape line 47 callee

// Jwkscache fetches key sets over HTTP, and caches each key by its id.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

var errStatus = errors.New("unexpected status")

// payload returns the body without the envelope.
func payload(resp *fasthttp.Response) ([]byte, error) {
	if code := resp.StatusCode(); code != fasthttp.StatusOK {
		return nil, fmt.Errorf("%w %d", errStatus, code)
	}
	body := bytes.TrimSpace(resp.Body())
	return bytes.TrimSuffix(bytes.TrimPrefix(body, []byte("keys{")), []byte("}")), nil
}

type fetcher struct {
	client *fasthttp.HostClient
	calls  int
}

func (f *fetcher) fetch(path string) ([]byte, error) {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	req.SetRequestURI("http://idp" + path)
	f.calls++
	if err := f.client.Do(req, resp); err != nil {
		return nil, fmt.Errorf("fetch %s: %w", path, err)
	}
	keys, err := payload(resp)
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", path, err)
	}
	return keys, nil
}

type cache struct {
	mu   sync.Mutex
	from *fetcher
	keys map[string]string
}

func (c *cache) key(id string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if key, ok := c.keys[id]; ok {
		return key, nil
	}
	set, err := c.from.fetch("/jwks")
	if err != nil {
		return "", err
	}
	for pair := range bytes.SplitSeq(set, []byte{','}) {
		if kid, key, ok := bytes.Cut(pair, []byte{':'}); ok {
			c.keys[string(kid)] = string(key)
		}
	}
	if key, ok := c.keys[id]; ok {
		return key, nil
	}
	return "", fmt.Errorf("no key %s", id)
}

func main() {
	ln := fasthttputil.NewInmemoryListener()
	server := &fasthttp.Server{Handler: func(ctx *fasthttp.RequestCtx) {
		ctx.WriteString("  keys{k1:AAAA,k2:BBBB}\n")
	}}
	go server.Serve(ln)
	client := &fasthttp.HostClient{Addr: "idp", Dial: func(string) (net.Conn, error) { return ln.Dial() }}
	c := &cache{from: &fetcher{client: client}, keys: map[string]string{}}
	for _, id := range []string{"k1", "k2", "k3"} {
		fmt.Println(c.key(id))
	}
	fmt.Println(c.from.calls)
	client.CloseIdleConnections()
	server.Shutdown()
}
