// Command rckgo produces a leased record with franz-go. The program needs no
// broker, because the context is over before.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/adapters/rckgo"
)

func main() {
	client, err := kgo.NewClient(kgo.SeedBrokers("127.0.0.1:1"), kgo.WithPools(new(rckgo.Fetches)))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer client.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()

	var records rckgo.Records
	record := records.Get()
	record.Value().Topic = "orders"
	done := make(chan struct{})
	rckgo.Produce(ctx, client, record, func(r *kgo.Record, err error) {
		fmt.Println(r.Topic, err)
		close(done)
	})
	<-done
}
