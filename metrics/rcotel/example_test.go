package rcotel_test

import (
	"context"
	"fmt"

	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcotel"
)

func ExampleRegister() {
	reader := sdk.NewManualReader() // a program has the reader of its exporter
	provider := sdk.NewMeterProvider(sdk.WithReader(reader))
	if _, err := rcotel.Register(provider); err != nil {
		fmt.Println(err)
		return
	}

	buffers := rcpool.Pool[[4096]byte]{Name: "buffer"}
	for range 3 {
		buffers.Get().Release()
	}

	var all metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &all); err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range all.ScopeMetrics[0].Metrics {
		if m.Name == "rcpool.gets" {
			for _, point := range m.Data.(metricdata.Sum[int64]).DataPoints {
				if name, _ := point.Attributes.Value("rcpool.pool.name"); name.AsString() == "buffer" {
					fmt.Println(m.Name, point.Value, m.Unit)
				}
			}
		}
	}
	// Output: rcpool.gets 3 {lease}
}
