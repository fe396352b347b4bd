// truth: correct

// An IoT gateway accepts readings over HTTP and forwards them in the background.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type reading struct {
	Device string    `json:"device"`
	Values []float64 `json:"values"`
}

func (r *reading) Reset() { *r = reading{Values: r.Values[:0]} }

var readings = rcpool.Pool[reading]{Name: "readings"}

type uplink struct {
	queue   chan rcpool.Ref[reading]
	workers sync.WaitGroup
	sent    atomic.Int64
	refused atomic.Int64
}

func startUplink(workers int) *uplink {
	u := &uplink{queue: make(chan rcpool.Ref[reading], 2)}
	for range workers {
		u.workers.Go(u.run)
	}
	return u
}

func (u *uplink) run() {
	for ref := range u.queue {
		u.forward(ref)
	}
}

func (u *uplink) forward(ref rcpool.Ref[reading]) {
	defer ref.Release()
	u.sent.Add(int64(len(ref.Value().Values)))
}

// offer takes the reference over, in any case.
func (u *uplink) offer(ref rcpool.Ref[reading]) bool {
	select {
	case u.queue <- ref:
		return true
	default:
		ref.Release()
		u.refused.Add(1)
		return false
	}
}

func (u *uplink) close() {
	close(u.queue)
	u.workers.Wait()
}

func (u *uplink) ingest(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	body, ok := rchttp.Bind(w, r, &readings, 4<<10)
	if !ok {
		return
	}
	in := rchttp.Adopt(s, body)
	if in.Value().Device == "" {
		http.Error(w, "which device?", http.StatusUnprocessableEntity)
		return
	}
	if !u.offer(in.Retain()) {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, in.Value().Device, "try later")
		return
	}
	fmt.Fprintln(w, in.Value().Device, len(in.Value().Values))
}

func main() {
	u := startUplink(2)
	h := rchttp.ScopeHandler(u.ingest)
	for i, body := range []string{
		`{"device":"d1","values":[1,2,3]}`, `{"values":[1]}`, `{"device":7}`,
		`{"device":"d2","values":[4]}`, `{"device":"d3"}`, `{"device":"d4","values":[9,9]}`,
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(i, w.Code)
	}
	u.close()
	fmt.Println(u.sent.Load()+u.refused.Load() > 0)
}
