// Command rcprom shows a pool to Prometheus.
package main

import (
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcprom"
)

var buffers = rcpool.Pool[[4096]byte]{Name: "buffer"}

func main() {
	prometheus.MustRegister(rcprom.NewCollector())
	buffers.Get().Release()
	page := httptest.NewRecorder()
	promhttp.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	for line := range strings.Lines(page.Body.String()) {
		if strings.HasPrefix(line, "rcpool_gets_total{") {
			fmt.Print(line)
		}
	}
}
