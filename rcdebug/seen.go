package rcdebug

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"time"

	"github.com/rcpool/rcpool"
)

// A memory knows what was marked as seen, so that the page can tell what is new.
//
// Somebody marks what a page showed, not what is the case when the mark arrives:
// what went wrong in between must stay new, because nobody has seen it. So each
// page names its edition, and the memory keeps what recent editions showed.
type memory struct {
	since    time.Time // when the edition was shown that was marked last; zero if none was
	seen     alarms
	process  string // tells the editions of this memory from those of others
	issued   int
	editions []edition // oldest first
}

// alarms are the counts of what should never happen.
type alarms struct {
	pools   map[uint64]alarm      // by number; pools without alarms are left out
	reports map[string]occurrence // by ID
}

// An alarm is what went wrong in a pool.
type alarm struct{ lost, misuse, panics uint64 }

// An occurrence is how often a report has occurred, and when it did last.
type occurrence struct {
	count int
	last  time.Time
}

// An edition is the alarms that a page showed.
type edition struct {
	name string
	at   time.Time // when it was shown last
	alarms
}

const (
	maxEditions = 1000
	maxAlarms   = 1 << 16 // of all editions: 4 MiB
)

// newAlarms returns the alarms in what was read.
func newAlarms(stats []rcpool.Stats, reports []Report) alarms {
	a := alarms{map[uint64]alarm{}, map[string]occurrence{}}
	for _, s := range stats {
		if found := alarmOf(s); found != (alarm{}) {
			a.pools[s.Number] = found
		}
	}
	for _, r := range reports {
		a.reports[r.ID] = occurrence{r.Count, r.Time}
	}
	return a
}

func alarmOf(s rcpool.Stats) alarm { return alarm{s.Lost, s.RetiredBy.Misuse, s.RetiredBy.Panic} }

// above returns what a counts and seen does not.
func (a alarm) above(seen alarm) alarm {
	return alarm{grown(seen.lost, a.lost), grown(seen.misuse, a.misuse), grown(seen.panics, a.panics)}
}

// least returns the lower of each count, and most the higher.
func least(a, b alarm) alarm {
	return alarm{min(a.lost, b.lost), min(a.misuse, b.misuse), min(a.panics, b.panics)}
}

func most(a, b alarm) alarm {
	return alarm{max(a.lost, b.lost), max(a.misuse, b.misuse), max(a.panics, b.panics)}
}

// show notes that a page shows the alarms a, and returns the name of its edition.
func (m *memory) show(now time.Time, a alarms) string {
	m.forget(a)
	if n := len(m.editions); n > 0 && m.editions[n-1].equal(a) {
		m.editions[n-1].at = now
		return m.editions[n-1].name
	}
	if m.process == "" {
		m.process = fmt.Sprintf("%08x", rand.Uint32())
	}
	m.issued++
	m.editions = append(m.editions, edition{fmt.Sprint(m.process, "-", m.issued), now, a})
	size := 0
	for i := len(m.editions) - 1; i >= 0; i-- {
		size += len(m.editions[i].pools) + len(m.editions[i].reports)
		if kept := len(m.editions) - i; kept > 1 && (kept > maxEditions || size > maxAlarms) {
			m.editions = append([]edition(nil), m.editions[i+1:]...)
			break
		}
	}
	return m.editions[len(m.editions)-1].name
}

func (a alarms) equal(b alarms) bool {
	return maps.Equal(a.pools, b.pools) && maps.Equal(a.reports, b.reports)
}

// forget drops what was seen of pools that were collected and of reports that
// were forgotten: their counts begin again.
func (m *memory) forget(now alarms) {
	for number, seen := range m.seen.pools {
		if seen = least(seen, now.pools[number]); seen == (alarm{}) {
			delete(m.seen.pools, number)
		} else {
			m.seen.pools[number] = seen
		}
	}
	maps.DeleteFunc(m.seen.reports, func(id string, seen occurrence) bool {
		return now.reports[id].count < seen.count
	})
}

// mark marks what the edition showed as seen. It reports whether it knows the
// edition. What was marked before stays marked.
func (m *memory) mark(name string) bool {
	for _, e := range m.editions {
		if e.name != name {
			continue
		}
		if m.seen.pools == nil {
			m.seen = newAlarms(nil, nil)
		}
		for number, shown := range e.pools {
			m.seen.pools[number] = most(shown, m.seen.pools[number])
		}
		for id, shown := range e.reports {
			if shown.last.After(m.seen.reports[id].last) {
				m.seen.reports[id] = shown
			}
		}
		if e.at.After(m.since) {
			m.since = e.at
		}
		return true
	}
	return false
}

// news returns what is new in the pool.
func (m *memory) news(s rcpool.Stats) alarm { return alarmOf(s).above(m.seen.pools[s.Number]) }

// newOccurrences returns how often the report has occurred since it was seen.
func (m *memory) newOccurrences(r Report) int {
	switch seen, marked := m.seen.reports[r.ID]; {
	case marked && r.Time.Equal(seen.last):
		return 0
	case r.Count <= seen.count: // it was forgotten, and came again
		return r.Count
	default:
		return r.Count - seen.count
	}
}
