package service

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/backend"
)

// producer is what publish needs of a *kgo.Client.
type producer interface {
	TryProduce(context.Context, *kgo.Record, func(*kgo.Record, error))
}

// publish sends one event about a call to the bus and returns at once.
//
// The event, the record and the buffer of its value each get a reference that
// belongs to the promise, and the event one to the call. The client may read the
// record and its value until it calls the promise, however long after the answer,
// so nothing is given up before. What a promise does here is quick and never
// blocks, since the client runs promises one after the other.
//
// A full client refuses the event (TryProduce) where Produce would make the
// request wait; the promise is called either way. The context is not the
// request's: that one ends with the answer, and would cancel the event.
func (s *service) publish(held *lease[call], kind string) {
	//rcpool:ignore the event leaks only if Config.Leak says so
	event, record, buffer := s.events.get(), s.records.get(), s.buffers.get()
	e, r, b := event.value(), record.value(), buffer.value()

	e.call = held.retain()
	c := e.call.value()
	e.Event = backend.Event{
		Kind: kind, Token: c.token, Checksum: c.checksum,
		User: c.User, Session: c.Session, Campaign: c.Campaign, Placement: c.Placement,
		At: time.Now().UnixMilli(), SKUs: c.skus,
		Segment: c.segment, City: c.city, Total: c.total,
	}
	s.flight.events.begin()
	promise := func(_ *kgo.Record, err error) {
		if err != nil {
			s.lose(e, err)
		}
		record.release()
		buffer.release()
		if !s.leaks() {
			event.release()
		}
		s.flight.events.end()
	}
	if err := json.NewEncoder(b).Encode(&e.Event); err != nil {
		promise(r, fmt.Errorf("encode: %w", err))
		return
	}
	r.Topic, r.Key, r.Value = s.cfg.Topic, []byte(e.User), b.Bytes()
	s.bus.TryProduce(context.Background(), r, promise)
}

// leaks reports whether the reference to an event is to leak, as Config.Leak
// says.
func (s *service) leaks() bool { return s.cfg.Leak != 0 && s.produced.Add(1)%s.cfg.Leak == 0 }
