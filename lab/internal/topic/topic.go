// Package topic creates Kafka topics and reads them to their ends.
package topic

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
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

// Create creates topics with the broker's own number of partitions and replicas,
// unless they exist, and waits until all their partitions have leaders: a broker
// says that a topic is created before it knows the topic itself.
func Create(ctx context.Context, brokers []string, topics ...string) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...), kgo.MetadataMinAge(lookEvery))
	if err != nil {
		return fmt.Errorf("create the topics %v: %w", topics, err)
	}
	defer client.Close()
	if err := create(ctx, kadm.NewClient(client), topics); err != nil {
		return fmt.Errorf("create the topics %v: %w", topics, err)
	}
	return nil
}

func create(ctx context.Context, admin *kadm.Client, topics []string) error {
	created, err := admin.CreateTopics(ctx, -1, -1, nil, topics...)
	if err != nil {
		return err
	}
	for _, topic := range created {
		if topic.Err != nil && !errors.Is(topic.Err, kerr.TopicAlreadyExists) {
			return fmt.Errorf("%s: %w", topic.Topic, topic.Err)
		}
	}
	for {
		listed, err := admin.ListTopics(ctx, topics...)
		if err != nil {
			return err
		}
		if led(listed) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not all partitions have leaders: %w", ctx.Err())
		case <-time.After(lookEvery):
		}
	}
}

const lookEvery = 50 * time.Millisecond

// led reports whether all partitions have leaders.
func led(topics kadm.TopicDetails) bool {
	for _, topic := range topics {
		if topic.Err != nil || len(topic.Partitions) == 0 {
			return false
		}
		for _, partition := range topic.Partitions {
			if partition.Err != nil || partition.Leader < 0 {
				return false
			}
		}
	}
	return true
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
