package service_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/internal/topic"
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
				if latest := s.Latest["event"]; !strings.HasPrefix(latest, "publish to topic quotes of Kafka at 127.0.0.1:") {
					t.Errorf("the latest error is told as %q", latest)
				}
				if err := r.stop(); err != nil {
					t.Fatalf("the service ended with: %v", err)
				}
				lost := 0
				for _, line := range r.log.matching("level=ERROR") {
					_, rest, _ := strings.Cut(line, " events=")
					var n int
					if _, err := fmt.Sscan(rest, &n); err != nil || !strings.Contains(line, "publish to topic quotes of Kafka at 127.0.0.1:") || !strings.Contains(line, "first_token=q-1-") {
						t.Errorf("logged %q", line)
					}
					lost += n
				}
				if lost != len(backend.Kinds) {
					t.Errorf("the log tells of %d lost events, want %d:\n%s", lost, len(backend.Kinds), r.log)
				}
			})
		}
	})
}

// A broker that takes events and never acknowledges them must not keep them, nor
// the drain: they count as lost after the delivery timeout.
func TestRun_BrokerThatHangsLosesEventsInTime(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, standin.DefaultTopic))
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	t.Cleanup(func() { close(over); cluster.Close() })
	cluster.ControlKey(int16(kmsg.Produce), func(kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		cluster.SleepControl(func() { <-over })
		return nil, nil, false
	})
	r := start(t, service.Pooled, options{service: service.Config{Kafka: cluster.ListenAddrs(), Drain: 4 * time.Second}})
	if status, body := r.post(t, 0); status != http.StatusOK {
		t.Errorf("status %d: %s", status, body)
	}
	if err := r.stop(); err != nil {
		t.Errorf("the service ended with: %v", err)
	}
	if lines := r.log.matching("events lost", "events=5", "Kafka at "+cluster.ListenAddrs()[0]); len(lines) != 1 {
		t.Errorf("want one line that says how many events were lost:\n%s", r.log)
	}
}

// silent is a client that never calls a promise.
type silent struct{ service.Producer }

func (silent) TryProduce(context.Context, *kgo.Record, func(*kgo.Record, error)) {}

func TestRun_EndNamesWhereStuckEventsWereToGo(t *testing.T) {
	r := start(t, service.Pooled, options{
		service: service.Config{Drain: 500 * time.Millisecond},
		seams:   service.Seams{Bus: func(p service.Producer, _ func()) service.Producer { return silent{p} }},
	})
	r.stuck = true
	if status, body := r.post(t, 0); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	want := "5 events for topic quotes of Kafka at " + r.backends.Kafka
	r.until(t, "only "+want+" are under way", func(s service.Snapshot) bool { return s.UnderWay == want })
	if err := r.stop(); err == nil || !strings.Contains(err.Error(), want+" still under way") {
		t.Errorf("Run returned %v, want something with %q", err, want)
	}
}

// gate is a listener that can be shut, as when the process behind it was killed.
type gate struct {
	net.Listener
	mu    sync.Mutex
	shut  bool
	conns []net.Conn
}

func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		g.mu.Lock()
		shut := g.shut
		g.conns = append(g.conns, conn)
		g.mu.Unlock()
		if !shut {
			return conn, nil
		}
		conn.Close()
	}
}

// set shuts the gate, which closes all connections, or opens it.
func (g *gate) set(shut bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = shut
	for _, conn := range g.conns {
		if shut {
			conn.Close()
		}
	}
}

// A broker that comes back says for a while that it does not know the topic, as a
// real one does until it has read its metadata.
func TestRun_BrokerThatComesBackInTimeGetsWhatIsPending(t *testing.T) {
	var broker gate
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, standin.DefaultTopic), kfake.ListenFn(func(network, _ string) (_ net.Listener, err error) {
		broker.Listener, err = net.Listen(network, "127.0.0.1:0")
		return &broker, err
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	r := start(t, service.Pooled, options{service: service.Config{Kafka: cluster.ListenAddrs(), Drain: 2 * patience}})
	const first, pending = 1, 20
	for i := range first + pending {
		if i == first {
			r.quiet(t)
			broker.set(true)
		}
		if status, body := r.post(t, i); status != http.StatusOK {
			t.Fatalf("status %d: %s", status, body)
		}
	}
	cluster.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Count: 1, Err: kerr.NotLeaderForPartition}) // and the client asks who is
	var forgets atomic.Int32
	forgets.Store(5)
	cluster.ControlKey(int16(kmsg.Metadata), func(request kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		if len(request.(*kmsg.MetadataRequest).Topics) == 0 || forgets.Add(-1) < 0 {
			return nil, nil, false
		}
		response := request.ResponseKind().(*kmsg.MetadataResponse)
		node := kmsg.NewMetadataResponseBroker()
		host, port, _ := net.SplitHostPort(cluster.ListenAddrs()[0])
		number, _ := strconv.Atoi(port)
		node.NodeID, node.Host, node.Port = 0, host, int32(number)
		quotes := kmsg.NewMetadataResponseTopic()
		quotes.Topic, quotes.ErrorCode = kmsg.StringPtr(standin.DefaultTopic), kerr.UnknownTopicOrPartition.Code
		response.Brokers, response.ControllerID = append(response.Brokers, node), 0
		response.Topics = append(response.Topics, quotes)
		return response, nil, true
	})
	broker.set(false)
	if s := r.quiet(t); len(s.Errors) != 0 || forgets.Load() >= 0 {
		t.Errorf("errors are counted as %v; the latest are %v; %d answers that the topic is not known are left", s.Errors, s.Latest, forgets.Load())
	}
	ends, err := topic.Ends(t.Context(), cluster.ListenAddrs(), standin.DefaultTopic)
	if err != nil {
		t.Fatal(err)
	}
	var arrived int64
	ends.Each(func(end kadm.ListedOffset) { arrived += end.Offset })
	if want := int64((first + pending) * len(backend.Kinds)); arrived != want {
		t.Errorf("%d events arrived, want %d", arrived, want)
	}
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

// A client that is slow holds a request up for as long as Config.Read, and no
// longer; it is not counted among the mistakes of backends.
func TestRun_SlowClientIsRefused(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		r := start(t, variant, options{service: service.Config{Read: 300 * time.Millisecond}})
		conn, err := net.Dial("tcp", r.HTTP)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: lab\r\nContent-Length: 1000\r\n%s: slow\r\n\r\n{", request.Path, request.TokenHeader)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		r.failed(t, response.StatusCode, body, http.StatusRequestTimeout, "too_slow", "the body came too slowly", "read the body", "level=WARN")
	})
}

// What is beyond the limit is refused at once, although nothing that is being
// served comes to an end; and when it does, there is room again.
func TestRun_RequestsBeyondTheLimitAreRefused(t *testing.T) {
	const limit = 3
	r := start(t, service.Pooled, options{service: service.Config{MaxRequests: limit, Read: patience}})
	body, header := request.Generate(1, 0)
	var slow [limit]net.Conn
	for i := range slow {
		conn, err := net.Dial("tcp", r.HTTP)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		slow[i] = conn
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: lab\r\nConnection: close\r\nContent-Length: %d\r\n%s: %s\r\n\r\n", request.Path, len(body), request.TokenHeader, header.Get(request.TokenHeader))
	}
	r.until(t, "all are being served", func(s service.Snapshot) bool { return s.Requests == limit })
	for range 2 {
		status, answer := r.send(t, http.MethodPost, body, header)
		var told request.Failure
		if err := json.Unmarshal(answer, &told); err != nil || status != http.StatusServiceUnavailable || told.Reason != "too many requests at a time" || told.Token != header.Get(request.TokenHeader) {
			t.Errorf("status %d, the client is told %q", status, answer)
		}
	}
	tardy, err := net.Dial("tcp", r.HTTP) // sends no body, and is told all the same
	if err != nil {
		t.Fatal(err)
	}
	defer tardy.Close()
	fmt.Fprintf(tardy, "POST %s HTTP/1.1\r\nHost: lab\r\nContent-Length: %d\r\n\r\n", request.Path, len(body))
	if text, err := io.ReadAll(tardy); err != nil || !bytes.HasPrefix(text, []byte("HTTP/1.1 503 ")) {
		t.Errorf("one that sends no body got %.200q, %v", text, err)
	}
	for _, conn := range slow {
		if _, err := conn.Write(body); err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(conn); err != nil || !bytes.HasPrefix(text, []byte("HTTP/1.1 200 OK\r\n")) {
			t.Errorf("one that was being served got %.200q, %v", text, err)
		}
	}
	s := r.quiet(t)
	if s.Requests != limit || len(s.Errors) != 1 || s.Errors["too_many"] != 3 {
		t.Errorf("%d requests are counted, and the errors %v; want %d, and three too_many", s.Requests, s.Errors, limit)
	}
	if status, _ := r.send(t, http.MethodPost, body, header); status != http.StatusOK {
		t.Errorf("afterwards a request gets %d", status)
	}
}
