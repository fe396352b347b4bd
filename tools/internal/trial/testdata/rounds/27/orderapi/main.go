// truth: correct

// Orderapi is an HTTP service that takes orders as JSON, and answers with a
// gzipped receipt. The audit of an order outlives its request.
package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type order struct {
	Customer string   `json:"customer"`
	Items    []string `json:"items"`
}

func (o *order) Reset() {
	clear(o.Items)
	*o = order{Items: o.Items[:0]}
}

type receipt struct {
	Customer string `json:"customer"`
	Count    int    `json:"count"`
}

type service struct {
	orders   rcpool.Pool[order]
	receipts rcpool.Pool[receipt]
	audits   sync.WaitGroup
	mu       sync.Mutex
	trail    []string
}

func (s *service) audit(o *order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trail = append(s.trail, o.Customer+":"+strings.Join(o.Items, "+"))
}

func (s *service) create(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &s.orders, 4<<10)
	if !ok {
		return
	}
	ord := rchttp.Adopt(scope, ref)
	if len(ord.Value().Items) == 0 {
		http.Error(w, "no items", http.StatusUnprocessableEntity)
		return
	}
	s.audits.Add(1)
	ord.Go(func(o *order) {
		defer s.audits.Done()
		s.audit(o)
	})
	rec := rchttp.Borrow(scope, &s.receipts).Value()
	rec.Customer, rec.Count = ord.Value().Customer, len(ord.Value().Items)
	if err := writeGzip(w, rec); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// writeGzip encodes v into a buffer first, so that an error can still be
// answered.
func writeGzip(w http.ResponseWriter, v any) error {
	body, err := stdpool.EncodeJSON(v)
	if err != nil {
		return err
	}
	defer body.Release()
	w.Header().Set("Content-Encoding", "gzip")
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release()
	if _, err := body.Value().WriteTo(gz.Value()); err != nil {
		return err
	}
	return gz.Value().Close()
}

func post(url, body string) (int, string, error) {
	req, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		_, err := io.Copy(io.Discard, resp.Body)
		return resp.StatusCode, "", err
	}
	var rec receipt
	if err := json.NewDecoder(resp.Body).Decode(&rec); err != nil {
		return resp.StatusCode, "", err
	}
	return resp.StatusCode, fmt.Sprint(rec), nil
}

func main() {
	s := &service{}
	server := httptest.NewServer(rchttp.ScopeHandler(s.create))
	for _, body := range []string{
		`{"customer":"ada","items":["tea","milk"]}`, `{"customer":"bob"}`, `{`,
	} {
		fmt.Println(post(server.URL, body))
	}
	server.Close()
	s.audits.Wait()
	fmt.Println(s.trail)
}
