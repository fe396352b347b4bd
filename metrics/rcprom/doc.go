// Package rcprom shows the counts of all pools of the process to Prometheus:
//
//	prometheus.MustRegister(rcprom.NewCollector())
//
// The metrics have the label pool, the name of the pool. Pools of one name are
// one series, with the sum of their counts. The counts of a pool that is gone stay
// in the sum, so no counter falls while the process lives.
//
//	rcpool_gets_total              leases that began
//	rcpool_news_total              of these, leases of a new object; the others reused one
//	rcpool_releases_total          leases that the last Release ended
//	rcpool_detached_total          leases that Detach ended
//	rcpool_lost_total              leases that leaked
//	rcpool_retired_total           objects left to the garbage collector; label reason: keep, panic, misuse, worn, check
//	rcpool_in_use_objects          objects that are leased
//	rcpool_idle_objects            objects that wait for their next lease, if that is known; see rcpool.Pool
//	rcpool_reports_total           mistakes that were reported; label kind, such as double_release
//
// See [rcpool.Stats], [rcpool.Retirements] and [rcpool.Kind] for what they mean.
// A series of rcpool_reports_total appears with the first report of its kind, so it
// begins with 1. The function increase does not see that step; the alerts in
// deploy/prometheus do.
//
// The directories deploy/prometheus and deploy/grafana of the repository have
// rules, alerts and a dashboard for these metrics.
package rcprom
