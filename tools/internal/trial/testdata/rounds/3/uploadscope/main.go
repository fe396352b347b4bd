// truth: correct

package main

import (
	"crypto"
	_ "crypto/sha256"
	"encoding/hex"
	"errors"
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

type Upload struct {
	Name   string
	Size   int64
	Digest [32]byte
}

type uploads struct {
	pool  rcpool.Pool[Upload]
	after sync.WaitGroup
	mu    sync.Mutex
	index map[string]int64
}

func (u *uploads) put(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	upload := rchttp.Borrow(s, &u.pool)
	v := upload.Value()
	v.Name = strings.TrimPrefix(r.URL.Path, "/")
	if err := u.receive(s, v, r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	u.after.Add(1)
	upload.Go(func(v *Upload) {
		defer u.after.Done()
		u.mu.Lock()
		defer u.mu.Unlock()
		u.index[v.Name] = v.Size
	})
	fmt.Fprintln(w, hex.EncodeToString(v.Digest[:4]), v.Size)
}

// receive leases what it needs from the scope, which lives as long as the
// request.
func (u *uploads) receive(s rchttp.Scope, v *Upload, body io.Reader) error {
	hash := rchttp.Adopt(s, stdpool.Hash(crypto.SHA256)).Value()
	in := rchttp.Adopt(s, stdpool.BufioReader(body)).Value()
	if _, err := in.Peek(1); err != nil {
		return errors.New("the body is empty")
	}
	n, err := in.WriteTo(hash)
	if err != nil {
		return err
	}
	v.Size = n
	hash.Sum(v.Digest[:0])
	return nil
}

// list is a plain handler below rchttp.Scoped.
func (u *uploads) list(w http.ResponseWriter, r *http.Request) {
	page := rchttp.Adopt(rchttp.ScopeOf(r.Context()), stdpool.Buffer()).Value()
	u.mu.Lock()
	fmt.Fprintf(page, "%d uploads\n", len(u.index))
	u.mu.Unlock()
	page.WriteTo(w)
}

func main() {
	u := &uploads{index: make(map[string]int64)}
	mux := http.NewServeMux()
	mux.Handle("PUT /", rchttp.ScopeHandler(u.put))
	mux.Handle("GET /", rchttp.Scoped(http.HandlerFunc(u.list)))
	for _, body := range []string{"hello", "", "hello again"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("PUT", "/"+fmt.Sprint(len(body)), strings.NewReader(body)))
		fmt.Print(w.Code, " ", w.Body)
	}
	u.after.Wait()
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	fmt.Print(w.Body)
}
