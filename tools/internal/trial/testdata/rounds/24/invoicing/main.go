// truth: correct

// Command invoicing is an HTTP service that prices invoices and archives them
// in the background.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Line struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
	Cents int    `json:"cents"`
}

type Invoice struct {
	Customer string `json:"customer"`
	Lines    []Line `json:"lines"`
	Total    int    `json:"total"`
}

func (i *Invoice) Reset() {
	clear(i.Lines)
	*i = Invoice{Lines: i.Lines[:0]}
}

type archive struct {
	in   chan rcpool.Ref[Invoice]
	done chan struct{}
	sum  int
}

func startArchive() *archive {
	a := &archive{in: make(chan rcpool.Ref[Invoice], 2), done: make(chan struct{})}
	go func() {
		defer close(a.done)
		for invoice := range a.in {
			a.sum += invoice.Value().Total
			invoice.Release()
		}
	}()
	return a
}

// offer takes invoice over, and gives up when ctx is done.
func (a *archive) offer(ctx context.Context, invoice rcpool.Ref[Invoice]) error {
	select {
	case a.in <- invoice:
		return nil
	case <-ctx.Done():
		invoice.Release()
		return ctx.Err()
	}
}

func (a *archive) stop() int {
	close(a.in)
	<-a.done
	return a.sum
}

type server struct {
	invoices rcpool.Pool[Invoice]
	archive  *archive
}

func (s *server) create(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &s.invoices, 4<<10)
	if !ok {
		return
	}
	invoice := rchttp.Adopt(scope, ref)
	v := invoice.Value()
	if v.Customer == "" {
		http.Error(w, "no customer", http.StatusUnprocessableEntity)
		return
	}
	v.Total = 0
	for _, line := range v.Lines {
		v.Total += line.Count * line.Cents
	}
	answer, err := stdpool.EncodeJSON(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer answer.Release()
	if err := s.archive.offer(r.Context(), invoice.Retain()); err != nil {
		http.Error(w, "archive is busy", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(answer.Value().Bytes())
}

func main() {
	s := &server{archive: startArchive()}
	handler := rchttp.ScopeHandler(s.create)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			body := fmt.Sprintf(`{"customer":"c%d","lines":[{"sku":"a","count":%d,"cents":250},{"sku":"b","count":1,"cents":99}]}`, i, i)
			if i == 4 {
				body = `{"lines":[]}`
			} else if i == 5 {
				body = `{"customer":`
			}
			r := httptest.NewRequest("POST", "/invoices", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			rec := httptest.NewRecorder()
			handler.ServeHTTP(rec, r)
			var got struct{ Total int }
			if rec.Code == 200 {
				if err := json.Unmarshal(rec.Body.Bytes(), &got); err != nil || got.Total != 250*i+99 {
					panic(rec.Body.String())
				}
			}
		})
	}
	wg.Wait()
	fmt.Println("archived", s.archive.stop())
}
