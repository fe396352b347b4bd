package experiment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/standin"
)

// prepareWithin is long enough for a Kafka that elects a leader first.
const prepareWithin = 10 * time.Second

// prepare gives real servers what their stand-ins have from the start: the cache's entries, and the topic.
func prepare(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, prepareWithin)
	defer cancel()
	var topics []string
	for _, v := range Order(c.Variants, 0) {
		topics = append(topics, topicOf(c.Topic, v))
	}
	return Prepare(ctx, c.Redis, c.Kafka, topics...)
}

// Prepare fills the Redis at these addresses, and creates the topics in the Kafka
// at these. What exists in either stays, or is overwritten with the same. A server
// without addresses is left out.
func Prepare(ctx context.Context, redis, kafka []string, topics ...string) error {
	if len(redis) > 0 {
		if err := fill(ctx, redis); err != nil {
			return fmt.Errorf("-redis %s: %w; is a Redis listening there?", strings.Join(redis, ","), err)
		}
	}
	if len(kafka) > 0 {
		for _, topic := range topics {
			if err := createTopic(ctx, kafka, topic); err != nil {
				return fmt.Errorf("-kafka %s: create the topic %q: %w; is a Kafka listening there?", strings.Join(kafka, ","), topic, err)
			}
		}
	}
	return nil
}

func fill(ctx context.Context, addresses []string) error {
	client := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: addresses, DisableIdentity: true, MaxRetries: 1})
	defer client.Close()
	return standin.Fill(ctx, client)
}

// createTopic creates the topic with the broker's own number of partitions and replicas, unless it exists.
func createTopic(ctx context.Context, brokers []string, topic string) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...))
	if err != nil {
		return err
	}
	defer client.Close()
	created, err := kadm.NewClient(client).CreateTopic(ctx, -1, -1, nil, topic)
	if errors.Is(err, kerr.TopicAlreadyExists) || errors.Is(created.Err, kerr.TopicAlreadyExists) {
		return nil
	}
	return errors.Join(err, created.Err)
}
