package rcotel_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcotel"
)

type object struct{ n int }

// collect returns the series of a pool, with the unit and the kind of each
// instrument.
func collect(t *testing.T, reader sdk.Reader, pool string) map[string]int64 {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	series := map[string]int64{}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			sum := m.Data.(metricdata.Sum[int64])
			for _, point := range sum.DataPoints {
				if name, _ := point.Attributes.Value("rcpool.pool.name"); name.AsString() != pool {
					continue
				}
				key := fmt.Sprintf("%s %s monotonic=%v", m.Name, m.Unit, sum.IsMonotonic)
				for _, a := range point.Attributes.ToSlice() {
					if a.Key != "rcpool.pool.name" {
						key += fmt.Sprintf(" %s=%s", a.Key, a.Value.AsString())
					}
				}
				if _, twice := series[key]; twice {
					t.Errorf("there are two series %s", key)
				}
				series[key] = point.Value
				if m.Description == "" {
					t.Errorf("%s has no description", m.Name)
				}
			}
		}
	}
	return series
}

func TestRegister_EveryCount(t *testing.T) {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	reader := sdk.NewManualReader()
	provider := sdk.NewMeterProvider(sdk.WithReader(reader))
	registration, err := rcotel.Register(provider)
	if err != nil {
		t.Fatal(err)
	}
	p := rcpool.Pool[object]{Name: "every", Keep: func(*object) bool { return false }, Reset: func(o *object) { o.n = 0 }}
	namesake := rcpool.Pool[object]{Name: "every"}
	defer p.SetChecking(0)()
	defer namesake.SetChecking(0)()
	namesake.Get().Release()
	p.Get().Detach()
	refused := p.Get()
	refused.Release()
	func() {
		defer func() { _ = recover() }()
		refused.Release() //rcpool:ignore it is to be reported
	}()
	held := p.Get()
	defer held.Release()

	want := map[string]int64{
		"rcpool.gets {lease} monotonic=true":                                       4,
		"rcpool.news {lease} monotonic=true":                                       int64(p.Stats().News + namesake.Stats().News),
		"rcpool.releases {lease} monotonic=true":                                   2,
		"rcpool.detached {lease} monotonic=true":                                   1,
		"rcpool.lost {lease} monotonic=true":                                       0,
		"rcpool.retired {object} monotonic=true rcpool.retirement.reason=keep":     1,
		"rcpool.retired {object} monotonic=true rcpool.retirement.reason=panic":    0,
		"rcpool.retired {object} monotonic=true rcpool.retirement.reason=misuse":   0,
		"rcpool.retired {object} monotonic=true rcpool.retirement.reason=worn":     0,
		"rcpool.retired {object} monotonic=true rcpool.retirement.reason=check":    0,
		"rcpool.objects {object} monotonic=false rcpool.object.state=used":         1,
		"rcpool.reports {report} monotonic=true rcpool.report.kind=double_release": 1,
	}
	if n := p.Stats().Idle; n >= 0 {
		want["rcpool.objects {object} monotonic=false rcpool.object.state=idle"] = int64(n + namesake.Stats().Idle)
	}
	got := collect(t, reader, "every")
	for series, value := range want {
		if n, ok := got[series]; !ok || n != value {
			t.Errorf("%s is %d (there: %v), want %d", series, n, ok, value)
		}
		delete(got, series)
	}
	for series := range got {
		t.Errorf("unexpected: %s", series)
	}
	if err := registration.Unregister(); err != nil {
		t.Fatal(err)
	}
	if got := collect(t, reader, "every"); len(got) != 0 {
		t.Errorf("after Unregister: %v", got)
	}
	runtime.KeepAlive(&p)
}

func TestRegister_GlobalProvider(t *testing.T) {
	reader := sdk.NewManualReader()
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	defer otel.SetMeterProvider(before)
	registration, err := rcotel.Register(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer registration.Unregister()
	p := rcpool.Pool[object]{Name: "global"}
	p.Get().Release()
	if got := collect(t, reader, "global"); got["rcpool.gets {lease} monotonic=true"] != 1 {
		t.Errorf("got %v", got)
	}
	runtime.KeepAlive(&p)
}

// A provider may refuse instruments.
type refusing struct{ noop.MeterProvider }

func (refusing) Meter(string, ...metric.MeterOption) metric.Meter { return refusingMeter{} }

type refusingMeter struct{ noop.Meter }

var errRefused = errors.New("too many instruments")

func (refusingMeter) Int64ObservableUpDownCounter(string, ...metric.Int64ObservableUpDownCounterOption) (metric.Int64ObservableUpDownCounter, error) {
	return nil, errRefused
}

func TestRegister_FailsIfAnInstrumentIsRefused(t *testing.T) {
	if _, err := rcotel.Register(refusing{}); !errors.Is(err, errRefused) || !strings.HasPrefix(err.Error(), "rcotel: ") {
		t.Errorf("got %v", err)
	}
}
