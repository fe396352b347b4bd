// Command production is a service with a pool that is watched.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcprom"
	"github.com/rcpool/rcpool/rcdebug"
)

var answers = rcpool.Pool[bytes.Buffer]{
	Name: "answer",
	Keep: func(b *bytes.Buffer) bool { return b.Cap() <= 64<<10 },
}

func hello(w http.ResponseWriter, r *http.Request) {
	answer := answers.Get()
	defer answer.Release()
	fmt.Fprintf(answer.Value(), "hello, %s\n", r.URL.Query().Get("name"))
	w.Write(answer.Value().Bytes())
}

func main() {
	prometheus.MustRegister(rcprom.NewCollector())
	operators := http.NewServeMux() // on a port that only operators reach
	operators.Handle("/metrics", promhttp.Handler())
	operators.Handle("/debug/rcpool", rcdebug.Handler())
	go func() { log.Fatal(http.ListenAndServe("127.0.0.1:8081", operators)) }()

	users := http.Server{Addr: "127.0.0.1:8080", Handler: http.HandlerFunc(hello)}
	ended, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	go func() {
		if err := users.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Fatal(err)
		}
	}()

	<-ended.Done()
	limit, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := users.Shutdown(limit); err != nil { // finishes the requests
		log.Print(err)
	}
	if err := rcpool.Drain(limit); err != nil { // waits for what outlives them
		log.Print(err)
	}
	if err := rcpool.FlushReports(limit); err != nil {
		log.Print(err)
	}
}
