package rcotel

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/rcpool/rcpool"
)

// Register makes the instruments with the provider, or with the global one if it
// is nil. The counts are read when the SDK collects metrics, and cost nothing in
// between, until the caller calls Unregister of the result. Register fails if the
// provider refuses an instrument. It is safe for concurrent use, but register once
// for each provider: a second registration counts everything again.
func Register(provider metric.MeterProvider) (metric.Registration, error) {
	if provider == nil {
		provider = otel.GetMeterProvider()
	}
	m := maker{meter: provider.Meter("github.com/rcpool/rcpool/metrics/rcotel")}
	in := instruments{
		gets:     m.counter("gets", "{lease}", "Leases that began."),
		news:     m.counter("news", "{lease}", "Leases of a new object; the other leases reused one."),
		releases: m.counter("releases", "{lease}", "Leases that the last Release ended."),
		detached: m.counter("detached", "{lease}", "Leases that Detach ended."),
		lost:     m.counter("lost", "{lease}", "Leases that leaked: their objects were collected while they were leased."),
		retired:  m.counter("retired", "{object}", "Objects that were left to the garbage collector when their lease ended, by reason."),
		objects:  m.upDownCounter("objects", "{object}", "Objects that are leased, and objects that wait for their next lease."),
		reports:  m.counter("reports", "{report}", "Mistakes that were reported, by kind."),
	}
	if m.err != nil {
		return nil, fmt.Errorf("rcotel: %w", m.err)
	}
	registration, err := m.meter.RegisterCallback(in.observe, m.all...)
	if err != nil {
		return nil, fmt.Errorf("rcotel: %w", err)
	}
	return registration, nil
}

// A maker makes instruments. It keeps the first error.
type maker struct {
	meter metric.Meter
	all   []metric.Observable
	err   error
}

func (m *maker) counter(name, unit, description string) metric.Int64Observable {
	c, err := m.meter.Int64ObservableCounter("rcpool."+name, metric.WithUnit(unit), metric.WithDescription(description))
	return m.add(c, err)
}

func (m *maker) upDownCounter(name, unit, description string) metric.Int64Observable {
	c, err := m.meter.Int64ObservableUpDownCounter("rcpool."+name, metric.WithUnit(unit), metric.WithDescription(description))
	return m.add(c, err)
}

func (m *maker) add(instrument metric.Int64Observable, err error) metric.Int64Observable {
	if m.err == nil {
		m.err = err
	}
	m.all = append(m.all, instrument)
	return instrument
}

type instruments struct {
	gets, news, releases, detached, lost, retired, objects, reports metric.Int64Observable
}

const (
	poolKey   = attribute.Key("rcpool.pool.name")
	reasonKey = attribute.Key("rcpool.retirement.reason")
	stateKey  = attribute.Key("rcpool.object.state")
	kindKey   = attribute.Key("rcpool.report.kind")
)

// observe reports the counts of all pools.
func (in instruments) observe(_ context.Context, o metric.Observer) error {
	totals := rcpool.Totals()
	for i := range totals {
		t := &totals[i]
		pool := poolKey.String(t.Name)
		if t.Gets > 0 { // else there are only reports under this name
			in.observePool(o, t, pool)
		}
		for kind, n := range t.Reports {
			o.ObserveInt64(in.reports, int64(n), metric.WithAttributes(pool, kindKey.String(kind.Label())))
		}
	}
	return nil
}

func (in instruments) observePool(o metric.Observer, t *rcpool.Total, pool attribute.KeyValue) {
	alone := metric.WithAttributeSet(attribute.NewSet(pool))
	o.ObserveInt64(in.gets, int64(t.Gets), alone)
	o.ObserveInt64(in.news, int64(t.News), alone)
	o.ObserveInt64(in.releases, int64(t.Releases), alone)
	o.ObserveInt64(in.detached, int64(t.Detached), alone)
	o.ObserveInt64(in.lost, int64(t.Lost), alone)
	o.ObserveInt64(in.objects, int64(t.InUse), metric.WithAttributes(pool, stateKey.String("used")))
	if t.Idle >= 0 {
		o.ObserveInt64(in.objects, int64(t.Idle), metric.WithAttributes(pool, stateKey.String("idle")))
	}
	for reason, n := range t.RetiredBy.All() {
		o.ObserveInt64(in.retired, int64(n), metric.WithAttributes(pool, reasonKey.String(reason)))
	}
}
