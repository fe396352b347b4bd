package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/traffic"
)

// published is how many events of each kind are in a topic, by token.
type published map[string]map[string]int

// add counts an event.
func (p published) add(token, kind string) {
	if p[token] == nil {
		p[token] = make(map[string]int)
	}
	p[token][kind]++
}

// A sent is what a variant was sent in a set, the warm-up included.
type sent struct {
	seed         uint64
	first, count int // indices of the requests
	failed       int // not answered well
}

// add notes a block.
func (s *sent) add(b traffic.Block, r traffic.Result) {
	if s.count == 0 {
		s.seed, s.first = b.Seed, b.First
	}
	s.count += r.Requests
	good := int(r.Success()*float64(r.Requests) + 0.5)
	s.failed += r.Requests - good
}

// missing says what is wrong with the events in a variant's topic: each request that was answered well must have one of
// each kind, and no request more than one. Which requests failed is not known, so as many may lack events.
func (s sent) missing(events published) []string {
	var faults []string
	incomplete, lost, twice, example := 0, 0, 0, ""
	known := 0
	for i := range s.count {
		token := request.Token(s.seed, s.first+i)
		of := events[token]
		if of != nil {
			known++
		}
		whole := true
		for _, kind := range backend.Kinds {
			switch n := of[kind]; {
			case n == 0:
				whole = false
				lost++
				if example == "" {
					example = kind + " of " + token
				}
			case n > 1:
				twice++
			}
		}
		if !whole {
			incomplete++
		}
	}
	if incomplete > s.failed {
		faults = append(faults, fmt.Sprintf("%d of %d events are not in its topic, for example %s", lost, s.count*len(backend.Kinds), example))
	}
	if twice > 0 {
		faults = append(faults, fmt.Sprintf("%s in its topic more than once", plural(twice, "event")))
	}
	if strange := len(events) - known; strange > 0 {
		faults = append(faults, fmt.Sprintf("its topic has events of %s that was not sent", plural(strange, "request")))
	}
	return faults
}

// unlogged says what is wrong with the lines of the access log after a set: each variant writes one for each request.
func unlogged(lines map[string]int, all map[Variant]*sent) []string {
	expected, failed, got := 0, 0, 0
	for _, s := range all {
		expected += s.count
		failed += s.failed
	}
	for _, n := range lines {
		got += n
	}
	if got > expected || got < expected-failed {
		return []string{fmt.Sprintf("the access log has %d lines of %d requests", got, expected)}
	}
	return nil
}

// books is the topics and the access log of a set of processes.
type books struct {
	brokers   []string
	topics    map[Variant]string
	from      kadm.ListedOffsets // where the topics ended before
	accessLog string
}

// open remembers where the topics end before the first event.
func (b *books) open(ctx context.Context) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(b.brokers...))
	if err != nil {
		return fmt.Errorf("read the topics: %w", err)
	}
	defer client.Close()
	var names []string
	for _, topic := range b.topics {
		names = append(names, topic)
	}
	if b.from, err = kadm.NewClient(client).ListEndOffsets(ctx, names...); err == nil {
		err = b.from.Error()
	}
	if err != nil {
		return fmt.Errorf("find the ends of the topics: %w", err)
	}
	return nil
}

// events reads what a variant has published since open.
func (b *books) events(ctx context.Context, v Variant) (published, error) {
	events, topic := make(published), b.topics[v]
	from, left := make(map[int32]kgo.Offset), make(map[int32]int64)
	client, err := kgo.NewClient(kgo.SeedBrokers(b.brokers...))
	if err != nil {
		return nil, fmt.Errorf("read topic %s: %w", topic, err)
	}
	defer client.Close()
	ends, err := kadm.NewClient(client).ListEndOffsets(ctx, topic)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("find the end of topic %s: %w", topic, err)
	}
	ends.Each(func(end kadm.ListedOffset) {
		begin, _ := b.from.Lookup(topic, end.Partition)
		if begin.Offset < end.Offset {
			from[end.Partition], left[end.Partition] = kgo.NewOffset().At(begin.Offset), end.Offset
		}
	})
	client.AddConsumePartitions(map[string]map[int32]kgo.Offset{topic: from})
	for len(left) > 0 {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return nil, fmt.Errorf("read topic %s: %w", topic, err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			var event struct{ Kind, Token string }
			if json.Unmarshal(r.Value, &event) != nil {
				event.Kind, event.Token = "not JSON", "(none)"
			}
			events.add(event.Token, event.Kind)
			if r.Offset+1 >= left[r.Partition] {
				delete(left, r.Partition)
			}
		})
	}
	return events, nil
}

// lines reads how many lines of each token the access log has.
func (b *books) lines(ctx context.Context) (lines map[string]int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.accessLog+backend.LinesPath, nil)
	if err != nil {
		return nil, fmt.Errorf("read the access log: %w", err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("read the access log: %w", err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&lines); err != nil {
		return nil, fmt.Errorf("read the access log: %w", err)
	}
	return lines, nil
}
