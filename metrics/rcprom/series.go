package rcprom

import (
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// A metric is what series have in common.
type metric struct {
	desc  *prometheus.Desc
	gauge bool
}

func counter(name, help string, labels ...string) metric {
	return metric{desc: prometheus.NewDesc("rcpool_"+name, help, append([]string{"pool"}, labels...), nil)}
}

func gauge(name, help string) metric {
	m := counter(name, help)
	m.gauge = true
	return m
}

// with returns the series with the labels, which are in the order of their names.
func (m metric) with(value uint64, labels ...*dto.LabelPair) prometheus.Metric {
	return &series{m, float64(value), labels}
}

// A series is a [prometheus.Metric] with one value. Those of client_golang make
// labels of their own; the series of a pool share theirs.
type series struct {
	metric
	value  float64
	labels []*dto.LabelPair
}

func (s *series) Desc() *prometheus.Desc { return s.desc }

func (s *series) Write(to *dto.Metric) error {
	to.Label = s.labels
	if s.gauge {
		to.Gauge = &dto.Gauge{Value: &s.value}
	} else {
		to.Counter = &dto.Counter{Value: &s.value}
	}
	return nil
}

func label(name, value string) *dto.LabelPair { return &dto.LabelPair{Name: &name, Value: &value} }
