package rcprom_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcprom"
)

func ExampleNewCollector() {
	buffers := rcpool.Pool[[4096]byte]{Name: "buffer"}
	for range 3 {
		buffers.Get().Release()
	}

	registry := prometheus.NewRegistry() // or use the default one, with prometheus.MustRegister
	registry.MustRegister(rcprom.NewCollector())

	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, `rcpool_gets_total{pool="buffer"`) {
			fmt.Print(line)
		}
	}
	// Output: rcpool_gets_total{pool="buffer"} 3
}
