// Command rcotel shows a pool through the OpenTelemetry metric API.
package main

import (
	"context"
	"fmt"
	"os"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcotel"
)

var buffers = rcpool.Pool[[4096]byte]{Name: "buffer"}

func main() {
	reader := sdk.NewManualReader()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	_, err := rcotel.Register(nil)
	buffers.Get().Release()
	var all metricdata.ResourceMetrics
	if err == nil {
		err = reader.Collect(context.Background(), &all)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, m := range all.ScopeMetrics[0].Metrics {
		if m.Name == "rcpool.gets" {
			fmt.Println(m.Name, m.Data.(metricdata.Sum[int64]).DataPoints[0].Value)
		}
	}
}
