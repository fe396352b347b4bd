package rckgo_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/adapters/rckgo"
)

func Example() {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "orders"))
	if err != nil {
		panic(err)
	}
	defer cluster.Close()
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.ConsumeTopics("orders"), kgo.WithPools(new(rckgo.Fetches)))
	if err != nil {
		panic(err)
	}
	defer client.Close()
	ctx := context.Background()

	var records rckgo.Records // the zero Records is ready to use
	record := records.Get()
	record.Value().Topic = "orders"
	if err := json.NewEncoder(record.Value()).Encode(map[string]int{"total": 42}); err != nil {
		panic(err)
	}
	rckgo.Produce(ctx, client, record, func(_ *kgo.Record, err error) {
		if err != nil {
			fmt.Println("lost an order:", err)
		}
	})

	client.PollFetches(ctx).EachRecord(func(r *kgo.Record) {
		fmt.Printf("%s", r.Value)
		r.Recycle()
	})
	// Output: {"total":42}
}
