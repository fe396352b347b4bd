package service_test

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

// Everything goes wrong at once: a backend fails, hangs until the timeout, answers
// nonsense or panics; bodies are broken, clients leave; and a client of the
// service calls promises again when their objects belong to others. Such a misuse
// is only reported, so the requests go on. Each still sees its own data alone.
func TestRun_NoRequestEverSeesAnothersDataWhateverFails(t *testing.T) {
	workers, requests := 100, 2000
	if testing.Short() {
		workers, requests = 60, 600
	}
	for _, variant := range []service.Variant{service.Pooled, service.ZeroCopy} {
		t.Run(string(variant), func(t *testing.T) { whateverFails(t, variant, workers, requests) })
	}
}

func whateverFails(t *testing.T, variant service.Variant, workers, requests int) {
	reuse(t)
	t.Cleanup(rcpool.SetPanicOnMisuse(false))
	var reports atomic.Int64
	t.Cleanup(rcpool.OnReport(func(r rcpool.Report) {
		reports.Add(1)
		if r.Kind != rcpool.DoubleRelease && r.Kind != rcpool.UseAfterRelease {
			t.Errorf("reported: %v", r)
		}
	}))
	again := new(atomic.Int64)
	r := start(t, variant, options{
		service: service.Config{Drain: 2 * patience, Timeout: time.Second},
		standins: standin.Config{Delay: map[string]standin.Delay{
			standin.Redis:     delay("uniform:0s-2ms"),
			standin.Kafka:     delay("uniform:0s-10ms"),
			standin.AccessLog: delay("uniform:0s-10ms"),
		}},
		seams: service.Seams{
			Location: func(c backend.LocationClient) backend.LocationClient { return moody{c} },
			Bus:      func(p service.Producer, begin func()) service.Producer { return late{p, begin, again} },
		},
	})
	all, ev := r.load(t, workers, requests, func(i int) fate {
		if f := fateOf(i); f != whole {
			return f
		}
		return exposed
	})
	r.quiet(t)
	if err := r.stop(); err != nil {
		t.Fatalf("the service ended with: %v", err)
	}
	if err := rcpool.FlushReports(t.Context()); err != nil {
		t.Fatal(err)
	}
	ev.gather(t, r)
	report(t, verify(all, ev))

	statuses := map[int]int{}
	for _, a := range ev.answers {
		statuses[a.status]++
	}
	for _, want := range []int{http.StatusOK, http.StatusBadRequest, http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout} {
		if statuses[want] == 0 {
			t.Errorf("no request got %d: %v", want, statuses)
		}
	}
	if panics := len(r.log.matching("cause=panic", "stack=")); panics < statuses[http.StatusInternalServerError] {
		t.Errorf("%d panics were logged, and %d requests got %d", panics, statuses[http.StatusInternalServerError], http.StatusInternalServerError)
	}
	if reports.Load() == 0 || again.Load() == 0 {
		t.Errorf("%d promises were called again, and there are %d reports", again.Load(), reports.Load())
	}
	t.Logf("statuses %v, %d promises called again, %d reports", statuses, again.Load(), reports.Load())
}

// A panic is a failed request like any other: an answer, one line with the stack,
// one count, and no lease left. That goes for one of rcpool's too.
func TestRun_PanicGives500(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		for name, value := range map[string]any{
			"text":  "out of its mind",
			"error": fmt.Errorf("a field of the answer is missing: out of its mind"),
		} {
			t.Run(name, func(t *testing.T) {
				r := start(t, variant, options{seams: service.Seams{Location: func(backend.LocationClient) backend.LocationClient { return mad{value} }}})
				status, body := r.post(t, 0)
				r.failed(t, status, body, http.StatusInternalServerError, "panic", "internal error",
					"level=ERROR", "quote for user", "panic: ", "out of its mind", "stack=", "service_test.mad.Locate")
				if n := strings.Count(r.log.String(), "mad.Locate"); n != 1 {
					t.Errorf("the stack is logged %d times:\n%s", n, r.log)
				}
				if metrics := r.metrics(t); !strings.Contains(metrics, "\nlab_failures_total{cause=\"panic\"} 1\n") {
					t.Errorf("the panic is not counted in\n%s", metrics)
				}
				if lines := r.lines.matching(`"status":500`); len(lines) != 1 {
					t.Errorf("the access log is %q, want one line of status 500", r.lines)
				}
			})
		}
	})
}

// mad is a client of the location service that panics.
type mad struct{ value any }

func (m mad) Locate(context.Context, *backend.LocateRequest, ...grpc.CallOption) (*backend.Place, error) {
	panic(m.value)
}

// metrics returns what Prometheus scrapes.
func (r *rig) metrics(t *testing.T) string {
	t.Helper()
	response, err := r.client.Get("http://" + r.Admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A client that has a part of an answer is hung up on: it must not take that part
// for the whole, nor find a refusal behind it.
func TestRun_PanicWithinTheAnswerHangsUp(t *testing.T) {
	forEachVariant(t, func(t *testing.T, variant service.Variant) {
		r := start(t, variant, options{seams: service.Seams{Bus: func(p service.Producer, _ func()) service.Producer { return explosive{p} }}})
		body, header := request.Generate(1, 0)
		header.Set("Accept-Encoding", "gzip") // in chunks: only the last one says that it is the whole
		out, err := http.NewRequest(http.MethodPost, "http://"+r.HTTP+request.Path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		out.Header = header
		if response, err := r.client.Do(out); err == nil {
			text, err := io.ReadAll(response.Body)
			response.Body.Close()
			if err == nil {
				t.Errorf("the client takes this for a whole answer of status %d: %q", response.StatusCode, text)
			}
		}
		s := r.quiet(t)
		if len(s.Errors) != 1 || s.Errors["panic"] != 1 {
			t.Errorf("errors are counted as %v, want one panic", s.Errors)
		}
		if logged := r.log.matching("level="); len(logged) != 1 || !strings.Contains(logged[0], "stack=") {
			t.Errorf("logged %q, want one line with the stack", logged)
		}
		if lines := r.lines.matching(`"status":500`); len(lines) != 1 {
			t.Errorf("the access log is %q, want one line of status 500", r.lines)
		}
	})
}

// explosive panics after the last event of a request, which is published when the
// answer is written.
type explosive struct{ service.Producer }

func (e explosive) TryProduce(ctx context.Context, r *kgo.Record, promise func(*kgo.Record, error)) {
	last := bytes.Contains(r.Value, []byte(backend.Answered))
	e.Producer.TryProduce(ctx, r, promise)
	if last {
		panic("after the answer")
	}
}

// moody is a client of the location service that treats users differently.
type moody struct{ backend.LocationClient }

func (m moody) Locate(ctx context.Context, in *backend.LocateRequest, options ...grpc.CallOption) (*backend.Place, error) {
	h := fnv.New32a()
	h.Write([]byte(in.User))
	switch h.Sum32() % 20 {
	case 0:
		panic("the client of the location service is broken")
	case 1:
		<-ctx.Done()
		return nil, status.FromContextError(ctx.Err()).Err()
	case 2:
		return nil, status.Error(codes.Unavailable, "out of order")
	case 3:
		return &backend.Place{User: "nobody"}, nil
	}
	return m.LocationClient.Locate(ctx, in, options...)
}

// late calls one promise in three once more, when its objects may be leased again.
type late struct {
	service.Producer
	begin func() // before such a call
	again *atomic.Int64
}

func (l late) TryProduce(ctx context.Context, r *kgo.Record, promise func(*kgo.Record, error)) {
	l.Producer.TryProduce(ctx, r, func(r *kgo.Record, err error) {
		if rand.N(3) == 0 {
			l.begin()
			l.again.Add(1)
			time.AfterFunc(rand.N(5*time.Millisecond), func() { promise(nil, nil) })
		}
		promise(r, err)
	})
}

// The broker is killed under load and stays away. The requests are answered all
// the same. At the end each of their events is in Kafka or among those that the
// log counts as lost.
func TestRun_BrokerKilledUnderLoadLosesNothingInSilence(t *testing.T) {
	var broker gate
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(4, standin.DefaultTopic), kfake.ListenFn(func(network, _ string) (_ net.Listener, err error) {
		broker.Listener, err = net.Listen(network, "127.0.0.1:0")
		return &broker, err
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	r := start(t, service.Pooled, options{service: service.Config{Kafka: cluster.ListenAddrs(), Drain: 4 * time.Second}})
	r.stuck = true // the end may say what did not arrive
	var killed sync.Once
	all, ev := r.load(t, 16, 400, func(i int) fate {
		if i == 200 {
			killed.Do(func() { broker.set(true) })
		}
		return exposed
	})
	r.stop()
	for _, a := range ev.answers {
		if a.status != http.StatusOK {
			t.Errorf("request %s got %d", a.token, a.status)
		}
	}
	broker.set(false)
	r.backends.Kafka = cluster.ListenAddrs()[0]
	ev.gather(t, r)
	report(t, verify(all, ev))

	lost := 0
	for _, line := range r.log.matching("events lost") {
		n, err := strconv.Atoi(regexp.MustCompile(`events=(\d+)`).FindStringSubmatch(line)[1])
		if err != nil {
			t.Fatal(err)
		}
		lost += n
	}
	// What was acknowledged to nobody may be in Kafka, and counts as lost too.
	if due := len(ev.answers) * len(backend.Kinds); len(ev.answers) != len(all) || lost == 0 || len(ev.events) == 0 || len(ev.events)+lost < due {
		t.Errorf("%d of %d requests were answered, and have %d events: %d are in Kafka, %d are said to be lost\n%s", len(ev.answers), len(all), due, len(ev.events), lost, r.log)
	}
	t.Logf("%d events in Kafka, %d lost", len(ev.events), lost)
}

// When a service has ended, none of its goroutines runs, whatever it was doing.
func TestRun_LeavesNoGoroutine(t *testing.T) {
	before := goroutines()
	t.Run("a life", func(t *testing.T) {
		r := start(t, service.Pooled, options{
			service: service.Config{Timeout: time.Second},
			seams:   service.Seams{Location: func(c backend.LocationClient) backend.LocationClient { return moody{c} }},
		})
		r.load(t, 30, 200, func(i int) fate {
			if f := fateOf(i); f != whole {
				return f
			}
			return exposed
		})
	})
	var left []string
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		left = nil
		for id, stack := range goroutines() {
			if _, old := before[id]; !old {
				left = append(left, stack)
			}
		}
		if len(left) == 0 || time.Now().After(deadline) {
			break
		}
	}
	for _, stack := range left {
		t.Errorf("this goroutine is left:\n%s", stack)
	}
}

// goroutines returns the stacks of all goroutines, by their numbers.
func goroutines() map[string]string {
	text := make([]byte, 16<<20)
	text = text[:runtime.Stack(text, true)]
	all := map[string]string{}
	for stack := range strings.SplitSeq(string(text), "\n\n") {
		var id string
		fmt.Sscanf(stack, "goroutine %s", &id)
		all[id] = stack
	}
	return all
}
