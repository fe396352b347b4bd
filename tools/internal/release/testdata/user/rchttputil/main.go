// Command rchttputil sends a request through a reverse proxy with buffers from
// rcpool.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"

	"github.com/rcpool/rcpool/adapters/rchttputil"
)

func main() {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "hello")
	}))
	defer backend.Close()
	target, err := url.Parse(backend.URL)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.BufferPool = new(rchttputil.BufferPool)
	answer := httptest.NewRecorder()
	proxy.ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	fmt.Println(answer.Body)
}
