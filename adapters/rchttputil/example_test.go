package rchttputil_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/rchttputil"
)

func Example() {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "hello")
	}))
	defer backend.Close()
	target, err := url.Parse(backend.URL)
	if err != nil {
		panic(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.BufferPool = &rchttputil.BufferPool{Name: "edge"}

	answer := httptest.NewRecorder()
	proxy.ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	fmt.Println(answer.Body)
	for _, s := range rcpool.AllStats() {
		if s.Name == "edge.Buffer(32768)" {
			fmt.Println(s.Gets, "leased,", s.InUse, "in use")
		}
	}
	// Output:
	// hello
	// 1 leased, 0 in use
}
