package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/internal/topic"
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
	s.failed += r.Requests - r.Good()
}

// tokens are those of the requests.
func (s sent) tokens() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range s.count {
			if !yield(request.Token(s.seed, s.first+i)) {
				return
			}
		}
	}
}

// missing says what is wrong with the events in a variant's topic: each request that was answered well must have one of
// each kind, and no request more than one. Which requests failed is not known, so as many may lack events.
func (s sent) missing(events published) []string {
	var faults []string
	incomplete, lost, twice, example := 0, 0, 0, ""
	known := 0
	for token := range s.tokens() {
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
		faults = append(faults, fmt.Sprintf("%s in its topic more than once", sentence.Count(twice, "event")))
	}
	if strange := len(events) - known; strange > 0 {
		faults = append(faults, fmt.Sprintf("its topic has events of %s that was not sent", sentence.Count(strange, "request")))
	}
	return faults
}

// unlogged says what is wrong with the lines of the access log after a set: each variant writes one for each request.
// Which requests failed is not known, so as many may lack a line.
func unlogged(lines map[string]int, all map[Variant]*sent) []string {
	due := make(map[string]int) // by token
	requests, failed := 0, 0
	for _, s := range all {
		for token := range s.tokens() {
			due[token]++
		}
		requests += s.count
		failed += s.failed
	}
	got := 0
	var tooMany []string // tokens
	for token, n := range lines {
		got += n
		if n > due[token] {
			tooMany = append(tooMany, token)
		}
	}
	fault := fmt.Sprintf("the access log has %d lines of %d requests", got, requests)
	switch {
	case len(tooMany) > 0:
		return []string{fault + ", and too many of " + slices.Min(tooMany)}
	case requests-got > failed:
		return []string{fault}
	}
	return nil
}

// sinks is where the services of a set leave what they do not answer with: the topics and the access log.
type sinks struct {
	brokers   []string
	topics    map[Variant]string
	from      kadm.ListedOffsets // where the topics ended before
	accessLog string
}

// open remembers where the topics end before the first event.
func (s *sinks) open(ctx context.Context) (err error) {
	s.from, err = topic.Ends(ctx, s.brokers, slices.Collect(maps.Values(s.topics))...)
	return err
}

// events reads what a variant has published since open.
func (s *sinks) events(ctx context.Context, v Variant) (published, error) {
	events := make(published)
	err := topic.Read(ctx, s.brokers, s.topics[v], s.from, func(r *kgo.Record) {
		var event struct{ Kind, Token string }
		if json.Unmarshal(r.Value, &event) != nil {
			event.Kind, event.Token = "not JSON", "(none)"
		}
		events.add(event.Token, event.Kind)
	})
	return events, err
}

// lines reads how many lines of each token the access log has.
func (s *sinks) lines(ctx context.Context) (lines map[string]int, err error) {
	body, err := get(ctx, "http://"+s.accessLog+backend.LinesPath)
	if err == nil {
		err = json.Unmarshal(body, &lines)
	}
	if err != nil {
		return nil, fmt.Errorf("read the access log: %w", err)
	}
	return lines, nil
}
