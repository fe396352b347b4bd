package rcprom

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/rcpool/rcpool"
)

// NewCollector returns a collector of the counts of all pools of the process. A
// registry accepts only one of them. It reads the counts when it is asked for them,
// and costs nothing in between. It is safe for concurrent use.
func NewCollector() prometheus.Collector { return collector{} }

type collector struct{}

// counts are metrics with one series for each pool.
var counts = []struct {
	metric
	value func(*rcpool.Total) uint64
}{
	{counter("gets_total", "Leases that began."), func(t *rcpool.Total) uint64 { return t.Gets }},
	{counter("news_total", "Leases of a new object; the other leases reused one."), func(t *rcpool.Total) uint64 { return t.News }},
	{counter("releases_total", "Leases that the last Release ended."), func(t *rcpool.Total) uint64 { return t.Releases }},
	{counter("detached_total", "Leases that Detach ended."), func(t *rcpool.Total) uint64 { return t.Detached }},
	{counter("lost_total", "Leases that leaked: their objects were collected while they were leased."), func(t *rcpool.Total) uint64 { return t.Lost }},
	{gauge("in_use_objects", "Objects that are leased now."), func(t *rcpool.Total) uint64 { return t.InUse }},
}

var idle = gauge("idle_objects", "Objects that wait for their next lease.")

var retired = counter("retired_total", "Objects that were left to the garbage collector when their lease ended, by reason.", "reason")

var reports = counter("reports_total", "Mistakes that were reported, by kind.", "kind")

// Describe sends the description of each metric.
func (collector) Describe(descs chan<- *prometheus.Desc) {
	for _, c := range counts {
		descs <- c.desc
	}
	descs <- idle.desc
	descs <- retired.desc
	descs <- reports.desc
}

// Collect sends the metrics of all pools.
func (collector) Collect(metrics chan<- prometheus.Metric) {
	totals := rcpool.Totals()
	for i := range totals {
		t := &totals[i]
		pool := label("pool", t.Name)
		if t.Gets > 0 { // else there are only reports under this name
			for _, c := range counts {
				metrics <- c.with(c.value(t), pool)
			}
			if t.Idle >= 0 {
				metrics <- idle.with(uint64(t.Idle), pool)
			}
			for reason, n := range t.RetiredBy.All() {
				metrics <- retired.with(n, pool, label("reason", reason))
			}
		}
		for kind, n := range t.Reports {
			metrics <- reports.with(n, label("kind", kind.Label()), pool)
		}
	}
}
