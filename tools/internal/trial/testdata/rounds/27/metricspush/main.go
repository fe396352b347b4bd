// truth: unclosed line 55 plain

// Metricspush compresses exposition text and pushes it to a gateway.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sort"
	"sync"
)

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

type registry struct {
	mu     sync.Mutex
	gauges map[string]float64
}

func (r *registry) set(name string, v float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gauges[name] = v
}

func (r *registry) expose(w io.Writer) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	names := make([]string, 0, len(r.gauges))
	for name := range r.gauges {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if _, err := fmt.Fprintf(w, "%s %g\n", name, r.gauges[name]); err != nil {
			return err
		}
	}
	return nil
}

type pusher struct {
	url    string
	client *http.Client
	reg    *registry
}

func (p *pusher) body() (*bytes.Buffer, error) {
	var body bytes.Buffer
	gz := gzips.Get().(*gzip.Writer)
	defer gzips.Put(gz)
	gz.Reset(&body)
	if err := p.reg.expose(gz); err != nil {
		return nil, err
	}
	if err := gz.Flush(); err != nil {
		return nil, err
	}
	return &body, nil
}

func (p *pusher) push() (string, error) {
	body, err := p.body()
	if err != nil {
		return "", err
	}
	req, err := http.NewRequest("PUT", p.url, body)
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Encoding", "gzip")
	resp, err := p.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	return string(answer), err
}

func gateway(w http.ResponseWriter, r *http.Request) {
	zr, err := gzip.NewReader(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	text, err := io.ReadAll(zr)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, "accepted %d bytes", len(text))
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(gateway))
	defer server.Close()
	p := &pusher{url: server.URL, client: server.Client(), reg: &registry{gauges: map[string]float64{}}}
	for i := range 3 {
		p.reg.set(fmt.Sprintf("queue_depth_%d", i), float64(i)*1.5)
		fmt.Println(p.push())
	}
}
