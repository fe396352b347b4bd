package rcprom_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcprom"
)

type object struct{ n int }

// scrape returns what Prometheus reads of the series whose text contains all of
// the words. The registry fails if the collector breaks a rule.
func scrape(t *testing.T, words ...string) (series []string) {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(rcprom.NewCollector())
	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("the scrape fails: %s", w.Body)
	}
lines:
	for line := range strings.Lines(w.Body.String()) {
		for _, word := range words {
			if !strings.Contains(line, word) {
				continue lines
			}
		}
		series = append(series, strings.TrimSpace(line))
	}
	return series
}

func TestCollector_EveryCount(t *testing.T) {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	p := rcpool.Pool[object]{Name: "every", Keep: func(*object) bool { return false }, Reset: func(o *object) { o.n = 0 }}
	defer p.SetChecking(0)()
	p.Get().Release()
	p.Get().Detach()
	refused := p.Get()
	refused.Release()
	func() {
		defer func() { _ = recover() }()
		refused.Release() //rcpool:ignore it is to be reported
	}()
	held := p.Get()
	defer held.Release()
	stats := p.Stats()
	want := map[string]string{
		`rcpool_gets_total{pool="every"}`:                          "4",
		`rcpool_releases_total{pool="every"}`:                      "2",
		`rcpool_detached_total{pool="every"}`:                      "1",
		`rcpool_lost_total{pool="every"}`:                          "0",
		`rcpool_in_use_objects{pool="every"}`:                      "1",
		`rcpool_retired_total{pool="every",reason="keep"}`:         "2",
		`rcpool_retired_total{pool="every",reason="panic"}`:        "0",
		`rcpool_retired_total{pool="every",reason="misuse"}`:       "0",
		`rcpool_retired_total{pool="every",reason="worn"}`:         "0",
		`rcpool_retired_total{pool="every",reason="check"}`:        "0",
		`rcpool_reports_total{kind="double_release",pool="every"}`: "1",
		`rcpool_news_total{pool="every"}`:                          fmt.Sprint(stats.News),
	}
	if stats.Idle >= 0 {
		want[`rcpool_idle_objects{pool="every"}`] = fmt.Sprint(stats.Idle)
	}
	got := scrape(t, `pool="every"`)
	for _, line := range got {
		i := strings.LastIndexByte(line, ' ')
		series, value := line[:i], line[i+1:]
		if want[series] != value {
			t.Errorf("got %s, want %q", line, want[series])
		}
		delete(want, series)
	}
	for series := range want {
		t.Errorf("there is no %s in\n%s", series, strings.Join(got, "\n"))
	}
}

// The linter is that of promtool check metrics.
func TestCollector_NamesAndHelp(t *testing.T) {
	var p rcpool.Pool[object]
	p.Get().Release()
	problems, err := testutil.CollectAndLint(rcprom.NewCollector())
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems {
		t.Errorf("%s: %s", problem.Metric, problem.Text)
	}
}

func TestCollector_PoolsOfOneNameAreOneSeries(t *testing.T) {
	pools := make([]rcpool.Pool[object], 11)
	for i := range pools {
		pools[i].Name = "namesake"
		pools[i].Get().Release()
	}
	got := scrape(t, "rcpool_gets_total", "namesake")
	if want := `rcpool_gets_total{pool="namesake"} 11`; len(got) != 1 || got[0] != want {
		t.Errorf("got %s, want %s", got, want)
	}
	runtime.KeepAlive(pools)
}

func TestCollector_NamesThatAreNotUTF8(t *testing.T) {
	p := rcpool.Pool[object]{Name: "broken \xff\"\n"}
	p.Get().Release()
	if got := scrape(t, "rcpool_gets_total", "broken"); len(got) != 1 {
		t.Errorf("got %s", got)
	}
	runtime.KeepAlive(&p)
}

func TestCollector_CountersDoNotFallWhenAPoolIsGone(t *testing.T) {
	func() {
		p := &rcpool.Pool[object]{Name: "gone"}
		p.Get().Release()
		p.Get().Release()
	}()
	there := func() bool {
		for _, s := range rcpool.AllStats() {
			if s.Name == "gone" {
				return true
			}
		}
		return false
	}
	for deadline := time.Now().Add(time.Minute); there(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the pool is still there after a minute")
		}
		runtime.GC()
	}
	if got := scrape(t, "rcpool_gets_total", "gone"); len(got) != 1 || !strings.HasSuffix(got[0], " 2") {
		t.Errorf("got %s, want 2", got)
	}
}

// Misuses of no pool are counted too, and there are no counts of leases for them.
func TestCollector_ReportsOfNoPool(t *testing.T) {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	func() {
		defer func() { _ = recover() }()
		var r rcpool.Ref[object]
		r.Release() //rcpool:ignore it is to be reported
	}()
	got := scrape(t, `pool=""`)
	if want := `rcpool_reports_total{kind="use_of_a_zero_ref",pool=""} 1`; len(got) != 1 || got[0] != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// BenchmarkCollect reads the counts of 100 pools while all processors lease.
func BenchmarkCollect(b *testing.B) {
	for _, load := range []bool{false, true} {
		for _, gather := range []bool{false, true} {
			b.Run(fmt.Sprintf("load=%v/gather=%v", load, gather), func(b *testing.B) { collect(b, load, gather) })
		}
	}
}

func collect(b *testing.B, load, gather bool) {
	pools := make([]rcpool.Pool[object], 100)
	for i := range pools {
		pools[i].Name = fmt.Sprint("pool ", i)
		pools[i].Get().Release()
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	if load {
		for range runtime.GOMAXPROCS(0) {
			wg.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-stop:
						return
					default:
						pools[i%len(pools)].Get().Release()
					}
				}
			})
		}
	}
	registry := prometheus.NewRegistry()
	c := rcprom.NewCollector()
	registry.MustRegister(c)
	metrics := make(chan prometheus.Metric, 10_000)
	for b.Loop() {
		if gather {
			if _, err := registry.Gather(); err != nil {
				b.Fatal(err)
			}
			continue
		}
		c.Collect(metrics)
		for len(metrics) > 0 {
			<-metrics
		}
	}
	close(stop)
	wg.Wait()
}
