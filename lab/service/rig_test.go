package service_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

// patience is how long a test waits for something that must come; no test passes
// or fails by how long it took.
const patience = 60 * time.Second

// forEachVariant runs a test of behaviour that the variants must share, on those
// without pools and with rcpool. Under the race detector, the latter is enough.
func forEachVariant(t *testing.T, test func(*testing.T, service.Variant)) {
	variants := []service.Variant{service.Pooled, service.Plain}
	if testing.Short() {
		variants = variants[:1]
	}
	for _, v := range variants {
		t.Run(string(v), func(t *testing.T) { test(t, v) })
	}
}

// rig is a service under test with its stand-ins.
type rig struct {
	service.Endpoints
	backends standin.Addresses
	log      *text    // of the service
	lines    *text    // of the access log
	kafka    []string // where the events are,
	topic    string   // and in which topic
	client   *http.Client

	stop  func() error // ends the service and returns what Run returned
	stuck bool         // what Run returned may be an error
}

// options of a rig; the zero options are stand-ins without delay.
type options struct {
	standins standin.Config
	service  service.Config // addresses left empty are those of the stand-ins
	seams    service.Seams
}

func start(t testing.TB, variant service.Variant, o options) *rig {
	t.Helper()
	r := &rig{log: new(text), lines: new(text)}
	o.standins.Lines = r.lines
	r.backends, _ = startStandins(t, o.standins)

	cfg := o.service
	cfg.Variant = variant
	cfg.Log = slog.New(slog.NewTextHandler(r.log, nil))
	cfg.Topic = cmp.Or(cfg.Topic, standin.DefaultTopic)
	cfg.Location = cmp.Or(cfg.Location, r.backends.Location)
	cfg.Pricing = cmp.Or(cfg.Pricing, r.backends.Pricing)
	cfg.AccessLog = cmp.Or(cfg.AccessLog, r.backends.AccessLog)
	if cfg.Redis == nil {
		cfg.Redis = []string{r.backends.Redis}
	}
	if cfg.Kafka == nil {
		cfg.Kafka = []string{r.backends.Kafka}
	}
	r.kafka, r.topic = cfg.Kafka, cfg.Topic
	cfg.Timeout = cmp.Or(cfg.Timeout, patience) // unless a timeout is what the test is about
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan service.Endpoints, 1), make(chan error, 1)
	go func() {
		ended <- service.RunThrough(ctx, cfg, o.seams, func(e service.Endpoints) { ready <- e })
	}()
	transport := &http.Transport{MaxIdleConnsPerHost: 256}
	r.client = &http.Client{Transport: transport, Timeout: patience}
	r.stop = sync.OnceValue(func() error {
		// A connection that was made for a request that left is unused, and a server
		// that shuts down waits 5 s for the first request of such a one.
		transport.CloseIdleConnections()
		cancel()
		return <-ended
	})
	select {
	case r.Endpoints = <-ready:
	case err := <-ended:
		ended <- err
		t.Fatalf("the service did not start: %v", err)
	}
	t.Cleanup(func() {
		if err := r.stop(); err != nil && !r.stuck {
			t.Errorf("the service ended with: %v", err)
		}
	})
	return r
}

// startStandins runs stand-ins until stop is called or the test ends. They have
// no delay but what cfg gives them, and keep records.
func startStandins(t testing.TB, cfg standin.Config) (at standin.Addresses, stop func()) {
	t.Helper()
	delays := map[string]standin.Delay{}
	for _, name := range standin.Names {
		delays[name] = cfg.Delay[name]
	}
	cfg.Delay = delays
	cfg.KeepRecords = true
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan standin.Addresses, 1), make(chan error, 1)
	go func() { ended <- standin.Run(ctx, cfg, func(a standin.Addresses) { ready <- a }) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the stand-ins ended with: %v", err)
		}
	})
	t.Cleanup(stop)
	select {
	case at = <-ready:
	case err := <-ended:
		ended <- err
		t.Fatalf("the stand-ins did not start: %v", err)
	}
	return at, stop
}

// post sends the index-th request of seed 1 as it is.
func (r *rig) post(t *testing.T, index int) (status int, body []byte) {
	t.Helper()
	sent, header := request.Generate(1, index)
	return r.send(t, http.MethodPost, sent, header)
}

func (r *rig) send(t *testing.T, method string, body []byte, header http.Header) (status int, answer []byte) {
	t.Helper()
	response := r.do(t, method, body, header)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s: read the answer: %v", method, err)
	}
	return response.StatusCode, answer
}

// do sends a request. The caller closes the body of the answer.
func (r *rig) do(t testing.TB, method string, body []byte, header http.Header) *http.Response {
	t.Helper()
	out, err := http.NewRequest(method, "http://"+r.HTTP+request.Path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	out.Header = header
	response, err := r.client.Do(out)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return response
}

func (r *rig) snapshot(t testing.TB) (s service.Snapshot) {
	t.Helper()
	response, err := r.client.Get("http://" + r.Admin + "/snapshot")
	if err != nil {
		t.Fatalf("snapshot: %v", err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&s); err != nil {
		t.Fatalf("snapshot: %v", err)
	}
	return s
}

// quiet waits until nothing is under way, and fails if a lease is still out then.
func (r *rig) quiet(t testing.TB) service.Snapshot {
	t.Helper()
	s := r.until(t, "nothing is in flight", func(s service.Snapshot) bool { return s.InFlight == 0 })
	for _, pool := range s.Pools {
		if pool.InUse != 0 {
			t.Errorf("pool %s has %d objects in use when nothing is in flight: %+v", pool.Name, pool.InUse, pool)
		}
	}
	return s
}

// until waits for a snapshot of which is is true.
func (r *rig) until(t testing.TB, what string, is func(service.Snapshot) bool) service.Snapshot {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		s := r.snapshot(t)
		if is(s) {
			return s
		}
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s; the last snapshot is %+v\n%s", what, s, r.log)
		}
	}
}

// text is a Writer for the log of several goroutines.
type text struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *text) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *text) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// matching returns the lines that contain all of the words.
func (l *text) matching(words ...string) (matches []string) {
line:
	for line := range strings.Lines(l.String()) {
		for _, word := range words {
			if !strings.Contains(line, word) {
				continue line
			}
		}
		matches = append(matches, line)
	}
	return matches
}

func delay(text string) standin.Delay {
	var d standin.Delay
	if err := d.Set(text); err != nil {
		panic(fmt.Sprint("test: ", err))
	}
	return d
}
