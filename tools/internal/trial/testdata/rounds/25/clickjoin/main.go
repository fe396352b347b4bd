// truth: double-release line 64 plain

// Command clickjoin joins clicks with the impressions that led to them.
package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Touch struct {
	Ad    string
	User  string
	At    time.Duration
	Click bool
}

var touches = rcpool.Pool[Touch]{Name: "touches"}

type verdict int

const (
	attributed verdict = iota
	orphan
	expired
	fraud
)

var verdictNames = [...]string{"attributed", "orphan", "expired", "fraud"}

func (v verdict) String() string { return verdictNames[v] }

type joiner struct {
	window time.Duration
	seen   map[string]time.Duration
	counts map[verdict]int
	block  map[string]bool
}

func newJoiner(window time.Duration, blocked ...string) *joiner {
	j := &joiner{window: window, seen: map[string]time.Duration{}, counts: map[verdict]int{}, block: map[string]bool{}}
	for _, b := range blocked {
		j.block[b] = true
	}
	return j
}

// observe takes the reference over.
func (j *joiner) observe(ref rcpool.Ref[Touch]) {
	defer ref.Release()
	t := ref.Value()
	key := t.User + "\x00" + t.Ad
	if !t.Click {
		j.seen[key] = t.At
		return
	}
	at, ok := j.seen[key]
	switch {
	case j.block[t.User]:
		j.counts[fraud]++
		delete(j.seen, key)
		ref.Release()
	case !ok:
		j.counts[orphan]++
	case t.At-at > j.window:
		j.counts[expired]++
		delete(j.seen, key)
	default:
		j.counts[attributed]++
		delete(j.seen, key)
	}
}

type row struct {
	user, ad string
	at       time.Duration
	click    bool
}

func (j *joiner) replay(rows []row) {
	for _, r := range rows {
		ref := touches.Get()
		*ref.Value() = Touch{r.ad, r.user, r.at, r.click}
		j.observe(ref)
	}
}

func main() {
	j := newJoiner(30*time.Second, "bot")
	j.replay([]row{
		{"ann", "shoes", 1 * time.Second, false},
		{"ann", "shoes", 9 * time.Second, true},
		{"bob", "cars", 2 * time.Second, true},
		{"eve", "cars", 3 * time.Second, false},
		{"eve", "cars", 90 * time.Second, true},
		{"bot", "cars", 4 * time.Second, false},
	})
	fmt.Println(j.counts)
	j.replay([]row{{"bot", "cars", 5 * time.Second, true}})
	fmt.Println(j.counts)
	check()
}
