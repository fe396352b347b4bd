package service

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// losses logs lost events. A broker that is down loses thousands in a second, all
// for the same reason: so there is one line a second for each reason, which says
// how many.
type losses struct {
	mu      sync.Mutex
	reasons map[string]*loss // since the last lines
	timer   *time.Timer      // that will write them; nil if there is nothing to write
}

// loss is the events that were lost for one reason.
type loss struct {
	events      int
	kind, token string // of the first
}

// linesEvery is the time between the lines of one reason.
const linesEvery = time.Second

// lose counts a lost event. It does not block: it runs in a promise.
func (s *service) lose(e *event, err error) {
	err = fmt.Errorf("publish to %s: %w", s.topicName(), err)
	s.failures.add(eventLost, err)
	l := &s.losses
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.reasons == nil {
		l.reasons = make(map[string]*loss)
	}
	reason := err.Error()
	if l.reasons[reason] == nil {
		l.reasons[reason] = &loss{kind: strings.Clone(e.Kind), token: strings.Clone(e.Token)}
	}
	l.reasons[reason].events++
	if l.timer == nil {
		l.timer = time.AfterFunc(linesEvery, s.tellLosses)
	}
}

// tellLosses logs what was lost since the last time.
func (s *service) tellLosses() {
	l := &s.losses
	l.mu.Lock()
	lost := l.reasons
	l.reasons = nil
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
	l.mu.Unlock()
	for _, reason := range slices.Sorted(maps.Keys(lost)) {
		s.log.LogAttrs(context.Background(), slog.LevelError, "events lost", slog.Int("events", lost[reason].events),
			slog.String("first_kind", lost[reason].kind), slog.String("first_token", lost[reason].token),
			slog.String("cause", string(eventLost)), slog.String("err", reason))
	}
}
