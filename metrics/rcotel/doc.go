// Package rcotel shows the counts of all pools of the process through the
// OpenTelemetry metric API:
//
//	_, err := rcotel.Register(nil)
//
// It uses the API only: the program chooses SDK and exporter. The instruments
// have the attribute rcpool.pool.name. Pools of one name are one series, with the
// sum of their counts. The counts of a pool that is gone stay in the sum, so no
// counter falls while the process lives.
//
//	rcpool.gets        {lease}   leases that began
//	rcpool.news        {lease}   of these, leases of a new object; the others reused one
//	rcpool.releases    {lease}   leases that the last Release ended
//	rcpool.detached    {lease}   leases that Detach ended
//	rcpool.lost        {lease}   leases that leaked
//	rcpool.retired     {object}  objects left to the garbage collector; attribute rcpool.retirement.reason: keep, panic, misuse, worn, check
//	rcpool.objects     {object}  objects now; attribute rcpool.object.state: used, or idle, if that is known
//	rcpool.reports     {report}  mistakes that were reported; attribute rcpool.report.kind, such as double_release
//
// rcpool.objects is an UpDownCounter, the others are counters. See [rcpool.Stats],
// [rcpool.Retirements] and [rcpool.Kind] for what they mean.
//
// An exporter for Prometheus makes some of the names that package rcprom has: use
// only one of the two in a registry.
package rcotel
