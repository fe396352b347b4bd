package service

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/rcjson"
	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/stdpool"
)

// objects are the sources of everything that a request uses and that is worth
// pooling. What is left to the garbage collector in all variants: strings, because
// they are shared with the code that was given them, except those that zerocopy
// decodes; the messages of gRPC, because proto.Reset drops their capacity; and
// structs of a few words.
type objects struct {
	calls   source[call]
	known   source[known]
	answers source[request.Answer]
	events  source[event]
	records source[kgo.Record]
	buffers source[sizedBuffer]
	zippers source[gzip.Writer]

	sharing bool          // what was decoded shares the memory of what was received
	bodies  stdpool.Pools // which is leased from here
	growth  growth        // of the buffers
}

const (
	keepItems  = 256      // longest list of items that goes back to its pool
	keepBuffer = 64 << 10 // largest buffer that does, in bytes
)

// describe names the pools and says how their objects are made, emptied and
// kept. It is called once, before the first get.
func (o *objects) describe(v Variant) {
	objects, memory := fromPool, fromPool // what a request is made of, and the writers and buffers it passes through
	switch v {
	case Plain:
		objects, memory = fromHeap, fromHeap
	case Good:
		objects, memory = fromHeap, fromHand
	case ByHand:
		objects, memory = fromHand, fromHand
	}
	o.calls.from, o.known.from, o.answers.from, o.events.from, o.records.from = objects, objects, objects, objects, objects
	o.buffers.from, o.zippers.from = memory, memory

	o.calls.pool.Name = "call"
	o.calls.pool.Keep = func(c *call) bool { return cap(c.Items) <= keepItems }

	o.known.pool.Name = "known"

	if v == ZeroCopy {
		o.sharing = true
		o.bodies.Name, o.bodies.Dirty = "body", true
		o.calls.pool.Reset = resetSharing
		o.known.pool.Reset = rcjson.Reset[known]
	}

	o.answers.pool.Name = "answer"
	o.answers.pool.Reset = resetAnswer
	o.answers.pool.Keep = func(a *request.Answer) bool { return cap(a.Lines) <= keepItems }

	o.events.pool.Name = "event"

	o.records.pool.Name = "record"

	o.buffers.pool.Name = "buffer"
	o.buffers.pool.Reset = func(b *sizedBuffer) { o.growth.add(b.grown()); b.Reset() }
	o.buffers.pool.Keep = func(b *sizedBuffer) bool { return b.Cap() <= keepBuffer }

	o.zippers.pool.Name = "gzip"
	o.zippers.pool.New = func() *gzip.Writer { return gzip.NewWriter(io.Discard) }
	o.zippers.pool.Reset = func(z *gzip.Writer) { z.Reset(io.Discard) } // keeps no response alive
}

// sources lists all of them.
func (o *objects) sources() []anySource {
	return []anySource{&o.calls, &o.known, &o.answers, &o.events, &o.records, &o.buffers, &o.zippers}
}

// anySource is a source of any type.
type anySource interface {
	name() string
	leaveToHeap()
	stats() []rcpool.Stats
	drain(context.Context) error
}

// choose leaves the objects of all pools but those with these names to the heap.
func (o *objects) choose(names []string) {
	for _, s := range o.sources() {
		if !slices.Contains(names, s.name()) {
			s.leaveToHeap()
		}
	}
}

// Pools returns the names of all pools.
func Pools() (names []string) {
	var o objects
	o.describe(Pooled)
	for _, s := range o.sources() {
		names = append(names, s.name())
	}
	return names
}

// stats returns the figures of every rcpool.Pool; none in the variants that use
// none.
func (o *objects) stats() (all []rcpool.Stats) {
	for _, s := range o.sources() {
		all = append(all, s.stats()...)
	}
	return append(all, o.bodyStats()...)
}

// drain waits until no object is leased, or ctx ends.
func (o *objects) drain(ctx context.Context) error {
	var errs []error
	for _, s := range o.sources() {
		errs = append(errs, s.drain(ctx))
	}
	return errors.Join(append(errs, o.drainBodies(ctx))...)
}

// call is one request as the service sees it, from its arrival to the last of
// what it set off: the handler, each event and the access log hold a reference
// each. Only the handler writes to it, and never to what another holder may be
// reading: an event borrows the skus, which are complete before the first event,
// and copies the rest; the access log comes after the answer.
type call struct {
	rcjson.Body          // holds what the strings of the Quote share, in the variant zerocopy
	request.Quote        // the decoded body
	token         string // from the header; the body must repeat it
	agent         string
	checksum      uint32 // of the body
	started       time.Time

	skus       []string // of the items, and their
	quantities []uint32

	segment string // what was found out on the way
	city    string
	total   int64

	status int // what was answered
	bytes  int
}

// Reset empties c and keeps the capacity of its lists and, unless it has grown
// beyond reason, of its map.
func (c *call) Reset() {
	attributes := c.Attributes
	if len(attributes) > keepItems {
		attributes = nil
	}
	clear(attributes)
	*c = call{
		Quote:      request.Quote{Items: emptied(c.Items), Attributes: attributes},
		skus:       emptied(c.skus),
		quantities: emptied(c.quantities),
	}
}

// resetSharing is Reset for a call that holds the body of its Quote.
func resetSharing(c *call) {
	skus, quantities := emptied(c.skus), emptied(c.quantities)
	rcjson.Reset(c)
	c.skus, c.quantities = skus, quantities
}

// known is what the cache knew about a call.
type known struct {
	rcjson.Body // holds what the strings of the parts share, in the variant zerocopy

	User     backend.User
	Session  backend.Session
	Campaign backend.Campaign
	Features backend.Features
	missed   []string // keys
}

// Reset empties k and keeps the capacity of its lists and maps.
func (k *known) Reset() {
	clear(k.Campaign.Discounts)
	clear(k.Features.Weights)
	*k = known{
		User:     backend.User{Interests: emptied(k.User.Interests), Bought: emptied(k.User.Bought)},
		Session:  backend.Session{Pages: emptied(k.Session.Pages)},
		Campaign: backend.Campaign{Creatives: emptied(k.Campaign.Creatives), Discounts: k.Campaign.Discounts},
		Features: backend.Features{Weights: k.Features.Weights},
		missed:   emptied(k.missed),
	}
}

// resetAnswer empties a and keeps the capacity of its lists.
func resetAnswer(a *request.Answer) {
	*a = request.Answer{Lines: emptied(a.Lines), Missed: emptied(a.Missed)}
}

// event is one event on its way to the bus.
type event struct {
	backend.Event             // its SKUs are borrowed
	call          lease[call] // from this call
}

// Reset empties e and gives up its reference to the call.
func (e *event) Reset() {
	drop(&e.call)
	*e = event{}
}

// emptied returns s without elements, with all its capacity, and with every
// element of the capacity zero. Those behind the end count too: encoding/json
// decodes into what an element held before, and a list that shrank within one
// body ("items" given twice) has used elements behind its end.
func emptied[E any](s []E) []E {
	s = s[:cap(s)]
	clear(s)
	return s[:0]
}
