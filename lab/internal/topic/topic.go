// Package topic reads Kafka topics to their ends.
package topic

import (
	"context"
	"fmt"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Ends returns where topics end now. It fails if one of them does not exist.
func Ends(ctx context.Context, brokers []string, topics ...string) (kadm.ListedOffsets, error) {
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...))
	if err != nil {
		return nil, fmt.Errorf("find the ends of the topics %v: %w", topics, err)
	}
	defer client.Close()
	return ends(ctx, client, topics...)
}

func ends(ctx context.Context, client *kgo.Client, topics ...string) (kadm.ListedOffsets, error) {
	ends, err := kadm.NewClient(client).ListEndOffsets(ctx, topics...)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("find the ends of the topics %v: %w", topics, err)
	}
	return ends, nil
}

// Read calls each with every record that a topic has now, from the offsets that
// an earlier Ends returned; without them, nil, from the start. The records of a
// partition come in order.
func Read(ctx context.Context, brokers []string, topic string, from kadm.ListedOffsets, each func(*kgo.Record)) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...))
	if err != nil {
		return fmt.Errorf("read topic %s: %w", topic, err)
	}
	defer client.Close()
	now, err := ends(ctx, client, topic)
	if err != nil {
		return err
	}
	begins, left := make(map[int32]kgo.Offset), make(map[int32]int64) // by partition
	now.Each(func(end kadm.ListedOffset) {
		begin, _ := from.Lookup(topic, end.Partition)
		if begin.Offset < end.Offset {
			begins[end.Partition], left[end.Partition] = kgo.NewOffset().At(begin.Offset), end.Offset
		}
	})
	client.AddConsumePartitions(map[string]map[int32]kgo.Offset{topic: begins})
	for len(left) > 0 {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return fmt.Errorf("read topic %s: %w", topic, err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			end, ok := left[r.Partition]
			if !ok || r.Offset >= end {
				return // came meanwhile
			}
			each(r)
			if r.Offset+1 == end {
				delete(left, r.Partition)
			}
		})
	}
	return nil
}
