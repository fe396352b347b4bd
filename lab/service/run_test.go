package service_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

func TestRun_VariantsGiveTheSameAnswers(t *testing.T) {
	var rigs []*rig
	for _, v := range service.Variants {
		rigs = append(rigs, start(t, v, options{}))
	}
	for i := range 200 { // pooled objects are reused over and over
		var first []byte
		for n, r := range rigs {
			status, body := r.post(t, i)
			if status != http.StatusOK {
				t.Fatalf("request %d: %s answers %d", i, service.Variants[n], status)
			}
			if n == 0 {
				first = body
			} else if !bytes.Equal(body, first) {
				t.Fatalf("request %d: the answers differ\n%s: %s\n%s: %s", i, service.Variants[0], first, service.Variants[n], body)
			}
		}
	}
}

func TestRun_AnswerIsZippedOnlyIfAccepted(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		r := start(t, variant, options{})
		body, header := request.Generate(1, 0)
		var answers [2]answer
		for i, accept := range []string{"identity", "gzip"} {
			header.Set("Accept-Encoding", accept)
			out, err := http.NewRequest(http.MethodPost, "http://"+r.HTTP+request.Path, bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			out.Header = header.Clone()
			response, err := r.client.Do(out)
			if err != nil {
				t.Fatal(err)
			}
			if got := cmp.Or(response.Header.Get("Content-Encoding"), "identity"); got != accept {
				t.Errorf("Content-Encoding is %s, want %s", got, accept)
			}
			if got := response.Header.Get(request.TokenHeader); got != header.Get(request.TokenHeader) {
				t.Errorf("token of the answer is %q, want %q", got, header.Get(request.TokenHeader))
			}
			answers[i].body, err = unzipped(response)
			response.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(answers[0].body, answers[1].body) {
			t.Errorf("the answers differ\nplain:  %s\nzipped: %s", answers[0].body, answers[1].body)
		}
		if size := len(answers[0].body); size < 4<<10 || size > 8<<10 {
			t.Errorf("the answer has %d bytes, want between 4 and 8 KB", size)
		}
	})
}

func TestRun_EndWaitsForRequestsEventsAndLines(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		r := start(t, variant, options{standins: standin.Config{Delay: map[string]standin.Delay{
			standin.Pricing:   delay("100ms"),
			standin.Kafka:     delay("200ms"),
			standin.AccessLog: delay("300ms"),
		}}})
		s, body, header := prepare(0, whole)
		answered := make(chan answer, 1)
		go func() {
			a, _ := r.ask(t, s, body, header)
			answered <- a
		}()
		r.until(t, "the request is there", func(s service.Snapshot) bool { return s.Requests == 1 })
		if err := r.stop(); err != nil {
			t.Fatalf("the service ended with: %v", err)
		}
		ev := evidence{answers: []answer{<-answered}}
		ev.gather(t, r)
		report(t, verify([]sent{s}, ev))
	})
}

func TestRun_EndGivesUpOnWhatIsStuckAndSaysSo(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		r := start(t, variant, options{
			standins: standin.Config{Delay: map[string]standin.Delay{standin.AccessLog: delay("1h")}},
			service:  service.Config{Timeout: time.Hour, Drain: 500 * time.Millisecond},
		})
		r.stuck = true
		if status, body := r.post(t, 0); status != http.StatusOK {
			t.Fatalf("status %d: %s", status, body)
		}
		r.until(t, "only the line of the access log and its body are under way", func(s service.Snapshot) bool { return s.InFlight <= 2 })
		if err := r.stop(); err == nil || !strings.Contains(err.Error(), "still under way") {
			t.Errorf("Run returned %v, want what is still under way", err)
		}
	})
}

func TestRun_WrongConfigIsNamed(t *testing.T) {
	up, _ := startStandins(t, standin.Config{})
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	closed.Close()

	for name, test := range map[string]struct {
		change func(*service.Config)
		want   []string
	}{
		"no variant":    {func(c *service.Config) { c.Variant = "" }, []string{`variant ""`, "rcpool", "good", "plain"}},
		"other variant": {func(c *service.Config) { c.Variant = "fast" }, []string{`variant "fast"`}},
		"no Redis":      {func(c *service.Config) { c.Redis = nil }, []string{"no address", "Redis"}},
		"Redis down":    {func(c *service.Config) { c.Redis = []string{nobody} }, []string{"reach the Redis at " + nobody}},
		"Kafka down":    {func(c *service.Config) { c.Kafka = []string{nobody} }, []string{"reach the Kafka at " + nobody}},
		"no topic":      {func(c *service.Config) { c.Topic = "none-such" }, []string{"Kafka at", `topic "none-such"`, "UNKNOWN_TOPIC"}},
		"location down": {func(c *service.Config) { c.Location = nobody }, []string{"reach the location service at " + nobody}},
		"pricing down":  {func(c *service.Config) { c.Pricing = nobody }, []string{"reach the pricing service at " + nobody}},
		"access log down": {func(c *service.Config) { c.AccessLog = nobody },
			[]string{"reach the access log at " + nobody}},
		"port in use":       {func(c *service.Config) { c.Listen = taken.Addr().String() }, []string{"requests on " + taken.Addr().String(), "in use"}},
		"admin port in use": {func(c *service.Config) { c.Admin = taken.Addr().String() }, []string{"administration on " + taken.Addr().String(), "in use"}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := service.Config{
				Variant: service.Pooled, Redis: []string{up.Redis}, Kafka: []string{up.Kafka},
				Location: up.Location, Pricing: up.Pricing, AccessLog: up.AccessLog, Topic: standin.DefaultTopic,
			}
			test.change(&cfg)
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			err := service.Run(ctx, cfg, func(service.Endpoints) {
				t.Error("it says that it is ready")
				cancel()
			})
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Fatalf("Run returned %v, want something with %q", err, want)
				}
			}
		})
	}
}

func TestRun_AdministrationTellsTheState(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		r := start(t, variant, options{})
		before := r.quiet(t)
		const n = 20
		for i := range n {
			r.post(t, i)
		}
		runtime.GC() // the runtime's own estimates are those of the last cycle
		after := r.quiet(t)
		if got := after.Requests - before.Requests; got != n {
			t.Errorf("%d requests counted, want %d", got, n)
		}
		if len(after.Errors) != 0 {
			t.Errorf("errors counted: %v\n%s", after.Errors, r.log)
		}
		for name, grew := range map[string]bool{
			"CPUSeconds":     after.CPUSeconds > before.CPUSeconds,
			"AllocBytes":     after.AllocBytes > before.AllocBytes,
			"AllocObjects":   after.AllocObjects > before.AllocObjects,
			"GCCycles":       after.GCCycles > before.GCCycles,
			"GCCPUSeconds":   after.GCCPUSeconds > before.GCCPUSeconds,
			"BusyCPUSeconds": after.BusyCPUSeconds-before.BusyCPUSeconds > after.GCCPUSeconds-before.GCCPUSeconds,
			"HeapLiveBytes":  after.HeapLiveBytes > 0,
			"RSSBytes":       after.RSSBytes > 0 || runtime.GOOS != "linux",
			"PeakRSSBytes":   after.PeakRSSBytes >= after.RSSBytes,
			"GOMAXPROCS":     after.GOMAXPROCS == runtime.GOMAXPROCS(0),
			"GOGC":           after.GOGC != "",
			"GoVersion":      after.GoVersion == runtime.Version(),
		} {
			if !grew {
				t.Errorf("%s is wrong: before %+v, after %+v", name, before, after)
			}
		}
		gets := map[string]uint64{}
		for _, pool := range after.Pools {
			gets[pool.Name] = pool.Gets
		}
		want := map[string]uint64{}
		if variant == service.Pooled {
			zipped := uint64(0)
			for i := range n {
				if _, header := request.Generate(1, i); header.Get("Accept-Encoding") == "gzip" {
					zipped++
				}
			}
			// A buffer is for the body, the answer, each of five events, and the line.
			want = map[string]uint64{"call": n, "known": n, "answer": n, "event": 5 * n, "record": 5 * n, "buffer": 8 * n, "gzip": zipped}
		}
		if got, want := mustJSON(t, gets), mustJSON(t, want); got != want {
			t.Errorf("gets of the pools are %s, want %s", got, want)
		}

		for _, path := range []string{service.HealthPath, service.ReadyPath, "/metrics", "/debug/rcpool", "/debug/pprof/", "/debug/pprof/heap"} {
			response, err := r.client.Get("http://" + r.Admin + path)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode >= 300 {
				t.Errorf("%s answers %s", path, response.Status)
			}
		}
	})
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}
