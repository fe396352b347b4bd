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
	if len(c.Redis) > 0 {
		if err := fill(ctx, c.Redis); err != nil {
			return fmt.Errorf("-redis %s: %w; is a Redis listening there?", strings.Join(c.Redis, ","), err)
		}
	}
	if len(c.Kafka) > 0 {
		for _, v := range Order(c.Variants, 0) {
			topic := topicOf(c.Topic, v)
			if err := createTopic(ctx, c.Kafka, topic); err != nil {
				return fmt.Errorf("-kafka %s: create the topic %q: %w; is a Kafka listening there?", strings.Join(c.Kafka, ","), topic, err)
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
