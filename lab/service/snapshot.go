package service

import (
	"encoding/json"
	"math"
	"net/http"
	"runtime"
	"runtime/metrics"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/metrics/rcprom"
)

// Snapshot is the state of a running service. All figures count from the start
// of its process, but for the gauges; take two and subtract.
type Snapshot struct {
	Requests uint64            `json:"requests"`  // that arrived
	InFlight int64             `json:"in_flight"` // gauge: requests, events, log lines under way; 0 is quiet
	UnderWay string            `json:"under_way"` // gauge: the same in words, if it is not 0
	Missed   uint64            `json:"missed"`    // keys that the cache did not have
	Errors   map[string]uint64 `json:"errors"`    // by cause; only causes that occurred
	Latest   map[string]string `json:"latest"`    // the latest error of each of these causes

	CPUSeconds float64 `json:"cpu_seconds"` // user and system time of the process

	AllocBytes     uint64  `json:"alloc_bytes"`
	AllocObjects   uint64  `json:"alloc_objects"` // as testing's allocs/op counts them
	GCCycles       uint64  `json:"gc_cycles"`
	GCCPUSeconds   float64 `json:"gc_cpu_seconds"`   // the runtime's estimate, as of the last cycle, without marking on idle processors
	BusyCPUSeconds float64 `json:"busy_cpu_seconds"` // likewise; of all that the processors did, also while their threads waited for a CPU

	Pauses Pauses `json:"pauses"` // for garbage collections

	HeapLiveBytes uint64 `json:"heap_live_bytes"` // gauge: as of the last cycle
	RSSBytes      uint64 `json:"rss_bytes"`       // gauge; 0 where there is no /proc
	PeakRSSBytes  uint64 `json:"peak_rss_bytes"`  // likewise, since the start

	Pools   []rcpool.Stats    `json:"pools"`   // none in the variants without rcpool
	Growths map[string]Growth `json:"growths"` // of the pools that count it, by name

	GOMAXPROCS int    `json:"gomaxprocs"`
	GOGC       string `json:"gogc"` // percent, or off
	GoVersion  string `json:"go_version"`
}

// snapshot may be called at any time. It reads InFlight first: if that is 0 and
// no request arrived since, the other figures are those of a quiet service.
func (s *service) snapshot() Snapshot {
	snapshot := Snapshot{
		InFlight:   s.flight.count(),
		Requests:   s.requests.Load(),
		Missed:     s.missed.Load(),
		CPUSeconds: machine.Used().Seconds(),
		Pools:      s.objects.stats(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		GoVersion:  runtime.Version(),
	}
	if snapshot.InFlight != 0 {
		snapshot.UnderWay = s.underWay()
	}
	if snapshot.Pools != nil {
		snapshot.Growths = map[string]Growth{s.buffers.pool.Name: s.growth.seen()}
	}
	snapshot.Errors, snapshot.Latest = s.failures.seen()
	snapshot.readRuntime()
	snapshot.RSSBytes, snapshot.PeakRSSBytes = machine.Resident()
	return snapshot
}

func (s *Snapshot) readRuntime() {
	samples := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"},
		{Name: "/gc/heap/allocs:objects"},
		{Name: "/gc/heap/tiny/allocs:objects"},
		{Name: "/gc/cycles/total:gc-cycles"},
		{Name: "/gc/heap/live:bytes"},
		{Name: "/gc/gogc:percent"},
		{Name: "/cpu/classes/gc/total:cpu-seconds"},
		{Name: "/cpu/classes/gc/mark/idle:cpu-seconds"},
		{Name: "/cpu/classes/total:cpu-seconds"},
		{Name: "/cpu/classes/idle:cpu-seconds"},
		{Name: "/sched/pauses/total/gc:seconds"},
	}
	metrics.Read(samples)
	s.AllocBytes = samples[0].Value.Uint64()
	s.AllocObjects = samples[1].Value.Uint64() + samples[2].Value.Uint64()
	s.GCCycles = samples[3].Value.Uint64()
	s.HeapLiveBytes = samples[4].Value.Uint64()
	s.GOGC = "off"
	if percent := samples[5].Value.Uint64(); percent != math.MaxUint64 {
		s.GOGC = strconv.FormatUint(percent, 10)
	}
	idleMarking := samples[7].Value.Float64()
	s.GCCPUSeconds = samples[6].Value.Float64() - idleMarking
	s.BusyCPUSeconds = samples[8].Value.Float64() - samples[9].Value.Float64() - idleMarking
	s.Pauses = pausesOf(samples[10].Value.Float64Histogram())
}

// Paths of the administration that say how the service is, for orchestrators. Each
// answers 204 for yes.
const (
	HealthPath = "/healthz" // the process works
	ReadyPath  = "/readyz"  // it takes requests; 503 from the moment that it ends
)

// administration returns what answers at Config.Admin: GET /snapshot, /healthz,
// /readyz and /metrics, and what debugPages adds.
func (s *service) administration() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /snapshot", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(s.snapshot()) // fails only if the reader is gone
	})
	mux.HandleFunc("GET "+HealthPath, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET "+ReadyPath, func(w http.ResponseWriter, _ *http.Request) {
		if s.ending.Load() {
			http.Error(w, "the service is ending", http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	registry := prometheus.NewRegistry()
	registry.MustRegister(rcprom.NewCollector(), collectors.NewGoCollector())
	for c, f := range s.failures {
		registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name:        "lab_failures_total",
			Help:        "What failed: requests, and the events and lines of the access log that they set off.",
			ConstLabels: prometheus.Labels{"cause": string(c)},
		}, func() float64 { return float64(f.count.Load()) }))
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	debugPages(mux)
	return mux
}
