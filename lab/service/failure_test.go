package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

// failed checks what every refused request has in common: a short reason for the
// client, one line in the log that tells the way down, one count, one line of the
// access log, no lease left.
func (r *rig) failed(t *testing.T, status int, body []byte, wantStatus int, cause, reason string, way ...string) {
	t.Helper()
	if status != wantStatus {
		t.Errorf("status %d, want %d", status, wantStatus)
	}
	var told request.Failure
	if err := json.Unmarshal(body, &told); err != nil || told.Reason != reason {
		t.Errorf("the client is told %q (%v), want the reason %q", body, err, reason)
	}
	s := r.quiet(t)
	if len(s.Errors) != 1 || s.Errors[cause] != 1 {
		t.Errorf("errors are counted as %v, want one %s", s.Errors, cause)
	}
	if logged := r.log.matching("err="); len(logged) != 1 || len(r.log.matching(append(way, "cause="+cause, "token=")...)) != 1 {
		t.Errorf("logged %q, want one line with %q", logged, way)
	}
	if lines := strings.Count(r.lines.String(), "\n"); lines != 1 {
		t.Errorf("%d lines in the access log, want 1:\n%s", lines, r.lines)
	}
}

func TestRun_BackendDownGives502(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		for _, test := range []struct {
			name, cause, reason string
			use                 func(*service.Config, standin.Addresses)
			way                 []string
		}{
			{"redis", "cache", "the cache is unavailable",
				func(c *service.Config, a standin.Addresses) { c.Redis = []string{a.Redis} },
				[]string{"quote for user", "get user:u-", "from the cache", "refused"}},
			{"location", "location", "the location service is unavailable",
				func(c *service.Config, a standin.Addresses) { c.Location = a.Location },
				[]string{"quote for user", "locate the user at 127.0.0.1:", "Unavailable"}},
			{"pricing", "pricing", "the pricing service is unavailable",
				func(c *service.Config, a standin.Addresses) { c.Pricing = a.Pricing },
				[]string{"quote for user", "items in", "at 127.0.0.1:", "Unavailable"}},
		} {
			t.Run(test.name, func(t *testing.T) {
				doomed, kill := startStandins(t, standin.Config{})
				var o options
				test.use(&o.service, doomed)
				r := start(t, variant, o)
				kill()
				status, body := r.post(t, 0)
				r.failed(t, status, body, http.StatusBadGateway, test.cause, test.reason, test.way...)
			})
		}
	})
}

func TestRun_SlowBackendGives504(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		for _, test := range []struct{ standin, cause, reason, way string }{
			{standin.Redis, "cache", "the cache is unavailable", "get user:u-"},
			{standin.Location, "location", "the location service is unavailable", "locate the user at"},
			{standin.Pricing, "pricing", "the pricing service is unavailable", "items in"},
		} {
			t.Run(test.standin, func(t *testing.T) {
				t.Parallel()
				r := start(t, variant, options{
					standins: standin.Config{Delay: map[string]standin.Delay{test.standin: delay("1h")}},
					service:  service.Config{Timeout: 2 * time.Second},
				})
				status, body := r.post(t, 0)
				r.failed(t, status, body, http.StatusGatewayTimeout, test.cause, test.reason, "quote for user", test.way)
			})
		}
	})
}

func TestRun_WrongRequestIsRefused(t *testing.T) {
	good, header := request.Generate(1, 0)
	edit := func(old, new string) []byte {
		if !bytes.Contains(good, []byte(old)) {
			t.Fatalf("no %q in %s", old, good)
		}
		return bytes.Replace(good, []byte(old), []byte(new), 1)
	}
	const invalid = "the body is not a valid quote"
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		for _, test := range []struct {
			name, method  string
			body          []byte
			status        int
			cause, reason string
			way           string
		}{
			{"method", http.MethodGet, nil, 405, "bad_method", "use POST", "method GET"},
			{"empty body", http.MethodPost, nil, 400, "bad_request", invalid, "decode the body"},
			{"not JSON", http.MethodPost, []byte("a=b"), 400, "bad_request", invalid, "decode the body"},
			{"cut off", http.MethodPost, good[:len(good)/2], 400, "bad_request", invalid, "decode the body"},
			{"wrong type", http.MethodPost, edit(`"items":[`, `"items":[7,`), 400, "bad_request", invalid, "decode the body"},
			{"more behind it", http.MethodPost, append(bytes.Clone(good), "{}"...), 400, "bad_request", invalid, "decode the body"},
			{"other token", http.MethodPost, edit(`"token":"`, `"token":"x`), 400, "bad_request", invalid, "the header"},
			{"no token", http.MethodPost, edit(`"token":`, `"taken":`), 400, "bad_request", invalid, "the header"},
			{"no user", http.MethodPost, edit(`"user":`, `"loser":`), 400, "bad_request", invalid, "no user"},
			{"no items", http.MethodPost, edit(`"items":`, `"atoms":`), 400, "bad_request", invalid, "no items"},
			{"none of an item", http.MethodPost, edit(`"quantity":`, `"quantity":0,"q":`), 400, "bad_request", invalid, "0 times"},
			{"too large", http.MethodPost, edit(`"locale":"`, `"locale":"`+strings.Repeat("x", 1<<20)), 413, "too_large", "the body is too large", "read the body"},
		} {
			t.Run(test.name, func(t *testing.T) {
				r := start(t, variant, options{})
				status, body := r.send(t, test.method, test.body, header.Clone())
				r.failed(t, status, body, test.status, test.cause, test.reason, "quote for user", test.way)
			})
		}
	})
}

func TestRun_RefusalSaysWhichMethodIsAllowed(t *testing.T) {
	r := start(t, service.Pooled, options{})
	response, err := r.client.Get("http://" + r.HTTP + request.Path)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if allow := response.Header.Get("Allow"); allow != http.MethodPost {
		t.Errorf("Allow is %q, want POST", allow)
	}
}

func TestRun_ClientGoneIsNotTheBackendsFault(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		r := start(t, variant, options{
			standins: standin.Config{Delay: map[string]standin.Delay{standin.Location: delay("1h")}},
			service:  service.Config{Timeout: time.Hour},
		})
		body, header := request.Generate(1, 0)
		ctx, leave := context.WithCancel(context.Background())
		out, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.HTTP+request.Path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		out.Header = header
		left := make(chan struct{})
		go func() {
			defer close(left)
			if response, err := r.client.Do(out); err == nil {
				response.Body.Close()
				t.Error("the client was answered")
			}
		}()
		r.until(t, "the request is there", func(s service.Snapshot) bool { return s.Requests == 1 })
		leave()
		<-left
		s := r.quiet(t)
		if len(s.Errors) != 1 || s.Errors["client_gone"] != 1 {
			t.Errorf("errors are counted as %v, want one client_gone", s.Errors)
		}
		if logged := r.log.matching("level="); len(logged) != 1 || !strings.Contains(logged[0], "level=WARN") {
			t.Errorf("logged %q, want one warning", logged)
		}
		if lines := r.lines.matching(`"status":499`); len(lines) != 1 {
			t.Errorf("the access log is %q, want one line of status 499", r.lines)
		}
	})
}

func TestRun_LostEventsAreCountedAndLoggedAndTheRequestSucceeds(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		for name, breakBus := range map[string]func(*testing.T, *options) (kill func()){
			"refused by the broker": func(t *testing.T, o *options) func() {
				cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, standin.DefaultTopic))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(cluster.Close)
				cluster.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Count: -1, Err: kerr.TopicAuthorizationFailed})
				o.service.Kafka = cluster.ListenAddrs()
				return func() {}
			},
			"no broker": func(t *testing.T, o *options) func() {
				doomed, kill := startStandins(t, standin.Config{})
				o.service.Kafka = []string{doomed.Kafka}
				o.service.Drain = 2 * time.Second // of which an event has half
				return kill
			},
		} {
			t.Run(name, func(t *testing.T) {
				var o options
				kill := breakBus(t, &o)
				r := start(t, variant, o)
				kill()
				if status, body := r.post(t, 0); status != http.StatusOK {
					t.Errorf("status %d: %s", status, body)
				}
				s := r.quiet(t)
				if len(s.Errors) != 1 || s.Errors["event"] != uint64(len(backend.Kinds)) {
					t.Errorf("errors are counted as %v, want %d events", s.Errors, len(backend.Kinds))
				}
				for _, kind := range backend.Kinds {
					if logged := r.log.matching("kind="+kind, "publish to topic quotes", "token=q-1-", "user=u-"); len(logged) != 1 {
						t.Errorf("the loss of %s is logged as %q, want one line; the log is:\n%s", kind, logged, r.log)
					}
				}
				if logged := r.log.matching("level="); len(logged) != len(backend.Kinds) {
					t.Errorf("logged %q, want a line for each event", logged)
				}
			})
		}
	})
}

func TestRun_LostLineIsCountedAndLoggedAndTheRequestSucceeds(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		for name, test := range map[string]struct {
			standins standin.Config
			kill     bool
			way      string
		}{
			"down": {kill: true, way: "refused"},
			"slow": {standins: standin.Config{Delay: map[string]standin.Delay{standin.AccessLog: delay("1h")}}, way: "deadline exceeded"},
		} {
			t.Run(name, func(t *testing.T) {
				doomed, kill := startStandins(t, test.standins)
				r := start(t, variant, options{service: service.Config{AccessLog: doomed.AccessLog, Timeout: 2 * time.Second}})
				if test.kill {
					kill()
				}
				if status, body := r.post(t, 0); status != http.StatusOK {
					t.Errorf("status %d: %s", status, body)
				}
				s := r.quiet(t)
				if len(s.Errors) != 1 || s.Errors["accesslog"] != 1 {
					t.Errorf("errors are counted as %v, want one accesslog", s.Errors)
				}
				if logged := r.log.matching("level="); len(logged) != 1 ||
					len(r.log.matching("write to the access log", test.way, "token=q-1-", "user=u-")) != 1 {
					t.Errorf("logged %q, want one line", logged)
				}
			})
		}
	})
}
