//go:build servers

package service_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/internal/topic"
	"github.com/rcpool/rcpool/lab/servers"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

// The service on a real Redis and a real Kafka, which the test installs and
// starts: with all in order, and with one thing after the other that goes wrong
// under load. Each time all that was said about a request must be about that one,
// all events must be there, no lease may be left, and the service must recover by
// itself.
func TestRun_OnRealServers(t *testing.T) {
	reuse(t)
	folder := filepath.Join(t.TempDir(), "servers")
	began := time.Now()
	set, err := servers.Up(t.Context(), servers.Config{Folder: folder, Log: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("installed and up after %v", time.Since(began).Round(time.Second))
	t.Cleanup(func() {
		if _, err := servers.Down(folder); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Error("its folder is left")
		}
		for _, s := range set.Servers {
			state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.Pid))
			if err == nil && !strings.Contains(string(state), ") Z ") { // a zombie has ended
				t.Errorf("%s is left: %s", s.Name, state)
			}
		}
	})
	node := func(name string) *servers.Server {
		return set.Servers[slices.IndexFunc(set.Servers, func(s *servers.Server) bool { return s.Name == name })]
	}
	start := func(t *testing.T, c service.Config) *rig {
		c.Redis, c.Kafka = set.Redis, set.Kafka
		c.Topic = strings.ReplaceAll(t.Name()[strings.LastIndex(t.Name(), "/")+1:], "_", "-")
		c.Drain = 2 * patience // of which an event has half
		if err := topic.Create(t.Context(), c.Kafka, c.Topic); err != nil {
			t.Fatal(err)
		}
		return start(t, service.Pooled, options{service: c, standins: standin.Config{Delay: map[string]standin.Delay{
			standin.Location: delay("uniform:0s-5ms"), standin.Pricing: delay("uniform:0s-5ms"), standin.AccessLog: delay("uniform:0s-10ms"),
		}}})
	}

	t.Run("all in order", func(t *testing.T) {
		r := start(t, service.Config{})
		l := load{rig: r}
		for i := range 300 {
			l.send(t, fateOf(i))
		}
		l.conclude(t)
	})

	t.Run("Kafka is killed", func(t *testing.T) {
		r := start(t, service.Config{})
		l := load{rig: r}
		l.stream(t, whole, 100)
		kafka := node("Kafka 1")
		if err := kafka.Kill(); err != nil {
			t.Fatal(err)
		}
		l.stream(t, whole, 100) // nobody waits for Kafka
		if err := set.Restart(kafka); err != nil {
			t.Fatal(err)
		}
		l.stream(t, whole, 100)
		if s := l.conclude(t); len(s.Errors) != 0 {
			t.Errorf("errors are counted as %v; the latest are %v", s.Errors, s.Latest)
		}
	})

	t.Run("Redis is killed", func(t *testing.T) {
		r := start(t, service.Config{Timeout: 5 * time.Second})
		l := load{rig: r}
		l.stream(t, whole, 50)
		redis := node("Redis 1")
		if err := redis.Kill(); err != nil {
			t.Fatal(err)
		}
		l.stream(t, troubled, 50)
		if err := set.Restart(redis); err != nil {
			t.Fatal(err)
		}
		l.recover(t)
		l.stream(t, whole, 50)
		s := l.conclude(t)
		if s.Errors["cache"] < 50 || len(s.Errors) != 1 || !strings.Contains(s.Latest["cache"], "from the cache: ") {
			t.Errorf("errors are counted as %v, want those of the cache alone; the latest are %v", s.Errors, s.Latest)
		}
	})

	t.Run("a microservice hangs", func(t *testing.T) {
		stands, _ := startStandins(t, standin.Config{})
		between := newRelay(t, stands.Location)
		r := start(t, service.Config{Timeout: time.Second, Location: between.address})
		l := load{rig: r}
		l.stream(t, troubled, 20) // a busy machine may take a second, too
		between.hang(true)
		l.stream(t, troubled, 50)
		between.hang(false)
		l.recover(t)
		l.stream(t, troubled, 50)
		s := l.conclude(t)
		if s.Errors["location"] < 50 || !strings.Contains(s.Latest["location"], "locate the user at "+between.address) {
			t.Errorf("errors are counted as %v, want those of the location service; the latest are %v", s.Errors, s.Latest)
		}
	})

	t.Run("a slow consumer", func(t *testing.T) {
		r := start(t, service.Config{})
		consumer, err := kgo.NewClient(kgo.SeedBrokers(r.kafka...), kgo.ConsumeTopics(r.topic), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
		if err != nil {
			t.Fatal(err)
		}
		defer consumer.Close()
		l := load{rig: r}
		l.stream(t, whole, 100)
		l.conclude(t) // nobody has consumed anything yet
		var late evidence
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		for want := len(l.ev.events); len(late.events) < want; time.Sleep(10 * time.Millisecond) {
			fetches := consumer.PollRecords(ctx, 50)
			if err := fetches.Err(); err != nil {
				t.Fatalf("after %d of %d events: %v", len(late.events), want, err)
			}
			fetches.EachRecord(func(r *kgo.Record) { late.events = append(late.events, *r) })
		}
		late.answers, late.lines = l.ev.answers, l.ev.lines
		report(t, verify(l.all, late))
	})
}

// load is requests to a service, and what came of them.
type load struct {
	*rig
	mu  sync.Mutex
	wg  sync.WaitGroup
	all []sent
	ev  evidence
}

// send begins one request.
func (l *load) send(t *testing.T, f fate) {
	s, body, header := prepare(len(l.all), f)
	l.all = append(l.all, s)
	l.wg.Go(func() {
		if a, ok := l.ask(t, s, body, header); ok {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.ev.answers = append(l.ev.answers, a)
		}
	})
}

// stream sends n requests, some milliseconds apart, and waits for the answers.
func (l *load) stream(t *testing.T, f fate, n int) {
	t.Helper()
	for range n {
		l.send(t, f)
		time.Sleep(4 * time.Millisecond)
	}
	l.wg.Wait()
}

// recover sends requests until one is answered well: nobody restarts the service.
func (l *load) recover(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		l.stream(t, troubled, 1)
		if l.ev.answers[len(l.ev.answers)-1].status == http.StatusOK {
			return
		}
	}
	t.Fatalf("the service does not recover:\n%s", l.log)
}

// conclude ends the service and checks all that was said.
func (l *load) conclude(t *testing.T) service.Snapshot {
	t.Helper()
	l.wg.Wait()
	s := l.quiet(t)
	if err := l.stop(); err != nil {
		t.Errorf("the service ended with: %v", err)
	}
	l.ev.gather(t, l.rig)
	t.Logf("%d requests, %d events, %d lines; errors %v", len(l.all), len(l.ev.events), len(l.ev.lines), s.Errors)
	report(t, verify(l.all, l.ev))
	return s
}

// relay passes bytes on to a server, unless it hangs: then it keeps them until it
// does no more.
type relay struct {
	address string
	mu      sync.Mutex
	moves   *sync.Cond
	hangs   bool
}

func newRelay(t *testing.T, to string) *relay {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	r := &relay{address: listener.Addr().String()}
	r.moves = sync.NewCond(&r.mu)
	t.Cleanup(func() { r.hang(false) })
	go func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				in.Close()
				continue
			}
			go r.pass(in, out)
			go r.pass(out, in)
		}
	}()
	return r
}

func (r *relay) hang(yes bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hangs = yes
	r.moves.Broadcast()
}

func (r *relay) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	_, _ = io.Copy(writer(func(p []byte) (int, error) {
		r.mu.Lock()
		for r.hangs {
			r.moves.Wait()
		}
		r.mu.Unlock()
		return to.Write(p)
	}), from)
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }
