//go:build unix

package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/internal/topic"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

// A service that is told to end under load answers what it has accepted. All
// events of these requests are in Kafka, and every lease is back.
func TestServe_EndsWellUnderLoad(t *testing.T) {
	var at standin.Addresses
	begin(t, &at, "standins", "-keep", "-redis-delay", "0", "-kafka-delay", "50ms", "-location-delay", "5ms", "-pricing-delay", "5ms", "-accesslog-delay", "20ms")
	var ends service.Endpoints
	serve := begin(t, &ends, append([]string{"serve", "-variant", "rcpool", "-drain", "60s"}, backendsOf(at)...)...)

	var mu sync.Mutex
	answered := map[string]bool{} // tokens
	enough := make(chan struct{})
	var clients sync.WaitGroup
	for c := range 8 {
		clients.Go(func() {
			client := http.Client{Transport: &http.Transport{}, Timeout: time.Minute}
			defer client.CloseIdleConnections()
			for i := 0; ; i++ {
				body, header := request.Generate(uint64(c+1), i)
				out, err := http.NewRequest(http.MethodPost, "http://"+ends.HTTP+request.Path, bytes.NewReader(body))
				if err != nil {
					t.Error(err)
					return
				}
				out.Header = header
				response, err := client.Do(out)
				if err != nil {
					return // it accepts no more
				}
				_, err = io.Copy(io.Discard, response.Body)
				response.Body.Close()
				if err != nil || response.StatusCode != http.StatusOK {
					t.Errorf("an accepted request got %s, %v", response.Status, err)
					return
				}
				mu.Lock()
				answered[header.Get(request.TokenHeader)] = true
				if len(answered) == 200 {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	select {
	case <-enough:
	case <-time.After(time.Minute):
		t.Error("the service does not answer")
	}
	if err := serve.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := serve.end(t); code != 0 {
		t.Errorf("exit code %d; stderr:\n%s", code, serve.stderr.String())
	}
	clients.Wait()

	events := eventsByToken(t, at.Kafka)
	for token := range answered {
		if events[token] != 5 {
			t.Errorf("%d events of the answered request %s are in Kafka, want 5", events[token], token)
		}
	}
	for token, n := range events {
		if n != 5 {
			t.Errorf("%d events of request %s are in Kafka, want all 5 or none", n, token)
		}
	}
	t.Logf("%d requests were answered, %d have events", len(answered), len(events))
}

// eventsByToken counts all events that are in Kafka.
func eventsByToken(t *testing.T, kafka string) map[string]int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	events := map[string]int{}
	err := topic.Read(ctx, []string{kafka}, standin.DefaultTopic, nil, func(r *kgo.Record) {
		var e backend.Event
		if err := json.Unmarshal(r.Value, &e); err != nil {
			t.Error(err)
		}
		events[e.Token]++
	})
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// A service whose objects do not come back says so, and that it has failed.
func TestServe_SaysWhatIsStillLeased(t *testing.T) {
	var at standin.Addresses
	begin(t, &at, "standins", "-redis-delay", "0", "-kafka-delay", "0", "-location-delay", "0", "-pricing-delay", "0", "-accesslog-delay", "0")
	var ends service.Endpoints
	serve := begin(t, &ends, append([]string{"serve", "-variant", "rcpool", "-drain", "1s", "-leak", "1"}, backendsOf(at)...)...)
	body, header := request.Generate(1, 0)
	out, err := http.NewRequest(http.MethodPost, "http://"+ends.HTTP+request.Path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	out.Header = header
	response, err := http.DefaultClient.Do(out)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if err := serve.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	code := serve.end(t)
	for _, want := range []string{"5 of pool event", "1 of pool call"} {
		if code == 0 || !strings.Contains(serve.stderr.String(), want) {
			t.Errorf("exit code %d, want a failure with %q; stderr:\n%s", code, want, serve.stderr.String())
		}
	}
}
