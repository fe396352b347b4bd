// truth: correct
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Put struct {
	Key    string   `json:"key"`
	Values []string `json:"values"`
	Async  bool     `json:"async"`
}

func (p *Put) Reset() {
	clear(p.Values)
	*p = Put{Values: p.Values[:0]}
}

type Reply struct {
	Key   string `json:"key"`
	Count int    `json:"count"`
}

var (
	puts    = rcpool.Pool[Put]{Name: "api.puts"}
	replies = rcpool.Pool[Reply]{Name: "api.replies"}
)

type api struct {
	mu      sync.Mutex
	data    map[string][]string
	journal chan rcpool.Ref[Put]
}

func (a *api) store(p *Put) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.data[p.Key] = append(a.data[p.Key], p.Values...)
	return len(a.data[p.Key])
}

func (a *api) put(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	body, ok := rchttp.Bind(w, r, &puts, 4<<10)
	if !ok {
		return
	}
	put := rchttp.Adopt(s, body)
	if put.Value().Key == "" {
		http.Error(w, "no key", http.StatusUnprocessableEntity)
		return
	}
	if put.Value().Async {
		a.journal <- put.Retain()
		w.WriteHeader(http.StatusAccepted)
		return
	}
	reply := rchttp.Borrow(s, &replies).Value()
	reply.Key = put.Value().Key
	reply.Count = a.store(put.Value())
	out, err := stdpool.EncodeJSON(reply)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer out.Release()
	w.Write(out.Value().Bytes())
}

// replay stores what was accepted.
func (a *api) replay() {
	for put := range a.journal {
		a.store(put.Value())
		put.Release()
	}
}

func main() {
	a := &api{data: map[string][]string{}, journal: make(chan rcpool.Ref[Put], 4)}
	var wg sync.WaitGroup
	wg.Go(a.replay)
	h := rchttp.ScopeHandler(a.put)
	for _, body := range []string{
		`{"key": "a", "values": ["1", "2"]}`,
		`{"key": "a", "values": ["3"], "async": true}`,
		`{"values": ["x"]}`,
		`{"key": 7}`,
		`{"key": "b"}`,
	} {
		r := httptest.NewRequest("PUT", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	close(a.journal)
	wg.Wait()
	sort.Strings(a.data["a"])
	fmt.Println(a.data)
}
