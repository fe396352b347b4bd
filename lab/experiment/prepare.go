package experiment

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/rcpool/rcpool/lab/internal/topic"
	"github.com/rcpool/rcpool/lab/standin"
)

// prepareWithin is long enough for a Kafka that elects a leader first.
const prepareWithin = 10 * time.Second

// prepare gives real servers what their stand-ins have from the start: the cache's entries, and the topic.
func prepare(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, prepareWithin)
	defer cancel()
	return Prepare(ctx, c.Redis, c.Kafka, c.topics()...)
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
	if len(kafka) > 0 && len(topics) > 0 {
		if err := topic.Create(ctx, kafka, topics...); err != nil {
			return fmt.Errorf("-kafka %s: %w; is a Kafka listening there?", strings.Join(kafka, ","), err)
		}
	}
	return nil
}

func fill(ctx context.Context, addresses []string) error {
	client := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: addresses, DisableIdentity: true, MaxRetries: 1})
	defer client.Close()
	return standin.Fill(ctx, client)
}
