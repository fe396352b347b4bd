package service

import (
	"context"
	"errors"

	"github.com/rcpool/rcpool/lab/backend"
)

// Producer is what the service needs of a Kafka client.
type Producer = producer

// Seams are where tests put in clients that break their promises. Each function
// makes such a client of the real one; nil leaves that one.
type Seams struct {
	// Bus may call begin before it calls a promise once more: each call of a
	// promise ends one event that is under way.
	Bus      func(bus Producer, begin func()) Producer
	Location func(backend.LocationClient) backend.LocationClient
}

// RunThrough is Run, with the clients of the seams.
func RunThrough(ctx context.Context, cfg Config, seams Seams, ready func(Endpoints)) error {
	s, err := open(ctx, cfg)
	if err != nil {
		return err
	}
	if seams.Bus != nil {
		s.bus = seams.Bus(s.bus, s.flight.events.begin)
	}
	if seams.Location != nil {
		s.location = seams.Location(s.location)
	}
	return errors.Join(s.run(ctx, ready), s.close())
}
