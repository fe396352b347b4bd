package service

import (
	"context"
	"errors"
)

// Producer is what the service needs of a Kafka client.
type Producer = producer

// RunThrough is Run, with a bus that wrap makes of the real one: the place where
// tests put in a client that breaks its promises.
func RunThrough(ctx context.Context, cfg Config, wrap func(Producer) Producer, ready func(Endpoints)) error {
	s, err := open(ctx, cfg)
	if err != nil {
		return err
	}
	s.bus = wrap(s.bus)
	return errors.Join(s.run(ctx, ready), s.close())
}
