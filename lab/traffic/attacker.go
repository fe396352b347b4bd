// Package traffic sends load to a service: an open loop at a given rate, one block of requests at a time.
//
// Open loop means that a request is sent when the schedule says so, whether or not earlier ones were answered; a slow
// service then shows as long latencies and not as a lower rate. Latency counts from the time that the schedule has for
// a request, so it includes what the load generator was late. The sending itself is the vegeta library's, with
// unlimited workers.
package traffic

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool/lab/request"
	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// Limits that end a block early, so that a rate which nobody can follow does no harm.
const (
	maxInFlight = 4096        // requests sent and not yet answered
	maxBehind   = time.Second // behind the schedule
)

// Block is one stretch of load: Count requests at Rate, the indices First, First+1, ... of the sequence that
// request.Generate gives for Seed.
type Block struct {
	URL      string        `json:"url"` // of the service, without the path
	Seed     uint64        `json:"seed"`
	Items    int           `json:"items,omitempty"` // of a request, on average; default request.Items
	First    int           `json:"first"`
	Count    int           `json:"count"`
	Rate     float64       `json:"rate"`               // requests a second
	Arrivals Arrivals      `json:"arrivals,omitempty"` // default Constant
	Timeout  time.Duration `json:"timeout_ns"`         // of a request; default 30s
	Real     bool          `json:"real"`               // real servers may know other places and prices than the stand-ins

	Start  time.Time `json:"start,omitzero"`   // of the schedule; default when Run is called
	Shard  int       `json:"shard,omitempty"`  // which part of the block to send; see Shard
	Shards int       `json:"shards,omitempty"` // parts that the block is sent in; default 1
}

// Attacker sends blocks, one at a time, and keeps its connections from one to the next.
type Attacker struct {
	transport *http.Transport
	prepared  []vegeta.Target // the last block's requests: the next block often sends the same ones to another service
	of        Block
}

// NewAttacker returns an Attacker without connections. The caller must Close it.
func NewAttacker() *Attacker {
	return &Attacker{transport: &http.Transport{
		MaxIdleConns:        maxInFlight,
		MaxIdleConnsPerHost: maxInFlight,
		IdleConnTimeout:     30 * time.Second, // shorter than a server's, which would otherwise close under a request
		DisableCompression:  true,             // the request says whether it accepts gzip
	}}
}

// Close closes the idle connections.
func (a *Attacker) Close() { a.transport.CloseIdleConnections() }

// Run sends the block and returns when the last answer is in. If ctx ends, it stops sending, waits for the answers
// that are due, and returns what was measured until then together with the cause of ctx.
func (a *Attacker) Run(ctx context.Context, b Block) (Result, error) {
	if b.Rate <= 0 || b.Count <= 0 {
		return Result{}, fmt.Errorf("a block needs a positive rate and count, not %v requests/s and %d requests", b.Rate, b.Count)
	}
	if b.Shard < 0 || b.Shard > 0 && b.Shard >= b.Shards || b.size() == 0 {
		return Result{}, fmt.Errorf("of a block of %d requests in %d shards there is no shard %d with requests", b.Count, b.Shards, b.Shard)
	}
	a.prepare(b)
	if err := until(ctx, b.Start); err != nil {
		return Result{}, err
	}
	checked := &checkedTransport{next: a.transport}
	attacker := vegeta.NewAttacker(vegeta.Client(&http.Client{Transport: checked, Timeout: cmp.Or(b.Timeout, vegeta.DefaultTimeout)}))
	pace := newSchedule(ctx, b)
	var next atomic.Int64
	targeter := func(t *vegeta.Target) error {
		*t = a.target(b, int(next.Add(1)-1))
		return nil
	}

	hits := make([]vegeta.Result, 0, min(b.size(), maxPrepared))
	answers := answers{block: b}
	for hit := range attacker.Attack(targeter, pace, 0, "") {
		pace.answered.Add(1)
		answers.add(hit)
		hit.Body, hit.Headers = nil, nil // counted; thousands of bodies are not worth keeping
		hits = append(hits, *hit)
	}
	result := tally(b, pace, hits)
	result.Mixed = checked.mixed.Load()
	answers.check(&result) // after the last answer: it must not slow the load down
	if ctx.Err() != nil {
		return result, context.Cause(ctx)
	}
	return result, nil
}

// until returns at a time, if there is one, or with the cause of ctx if that ends
// before.
func until(ctx context.Context, at time.Time) error {
	if at.IsZero() {
		return nil
	}
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// maxPrepared bounds what is kept in memory.
const maxPrepared = 8192

// prepare makes the block's requests before the clock starts: making one takes time that must not count as latency.
func (a *Attacker) prepare(b Block) {
	if a.of.Seed != b.Seed || a.of.Items != b.Items || a.of.First != b.First || a.of.Count != b.Count || a.of.Shard != b.Shard || a.of.Shards != b.Shards {
		a.prepared = a.prepared[:0]
		for i := range min(b.size(), maxPrepared) {
			a.prepared = append(a.prepared, target(b, i))
		}
	}
	a.of = b
}

// target returns the i-th request to send. Those of a very long block are made as they are sent, some 20 µs each.
func (a *Attacker) target(b Block, i int) vegeta.Target {
	if i >= len(a.prepared) {
		return target(b, i)
	}
	prepared := a.prepared[i]
	prepared.URL = b.URL + request.Path
	return prepared
}

// generate returns the request at a place of the block.
func (b Block) generate(place int) (body []byte, header http.Header) {
	return request.GenerateItems(b.Seed, b.First+place, cmp.Or(b.Items, request.Items))
}

func target(b Block, i int) vegeta.Target {
	body, header := b.generate(b.place(i))
	return vegeta.Target{Method: http.MethodPost, URL: b.URL + request.Path, Body: body, Header: header}
}

// checkedTransport counts answers that carry another request's token.
type checkedTransport struct {
	next  http.RoundTripper
	mixed atomic.Uint64
}

// RoundTrip sends r and compares the tokens of a good answer.
func (t *checkedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := t.next.RoundTrip(r)
	if err == nil && response.StatusCode == http.StatusOK && response.Header.Get(request.TokenHeader) != r.Header.Get(request.TokenHeader) {
		t.mixed.Add(1)
	}
	return response, err
}
