package rchttp_test

import (
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/rchttp"
)

// auction is an object with a Reset as rcgen writes it.
type auction struct {
	ID       string            `json:"id"`
	At       time.Time         `json:"at"`
	Floor    float64           `json:"floor"`
	Site     place             `json:"site"`
	Slots    []slot            `json:"slots"`
	Blocked  []string          `json:"blocked"`
	Attrs    map[string]string `json:"attrs"`
	Consents map[string]bool   `json:"consents"`
	Payload  []byte            `json:"payload"`
	Spans    [4]int            `json:"spans"`
	Err      error             `json:"-"`
}

type place struct {
	Domain   string   `json:"domain"`
	Keywords []string `json:"keywords"`
}

type slot struct {
	ID    string   `json:"id"`
	Deals []string `json:"deals"`
}

func (a *auction) Reset() {
	a.ID = ""
	a.At = time.Time{}
	a.Floor = 0
	a.Site.Domain = ""
	clear(a.Site.Keywords[:cap(a.Site.Keywords)])
	a.Site.Keywords = a.Site.Keywords[:0]
	if cap(a.Slots) > 16 {
		a.Slots = nil
	} else {
		a.Slots = a.Slots[:cap(a.Slots)]
		for i := range a.Slots {
			a.Slots[i].ID = ""
			clear(a.Slots[i].Deals[:cap(a.Slots[i].Deals)])
			a.Slots[i].Deals = a.Slots[i].Deals[:0]
		}
		a.Slots = a.Slots[:0]
	}
	clear(a.Blocked[:cap(a.Blocked)])
	a.Blocked = a.Blocked[:0]
	if len(a.Attrs) > 4 {
		a.Attrs = make(map[string]string)
	} else {
		clear(a.Attrs)
	}
	clear(a.Consents)
	if cap(a.Payload) > 64 {
		a.Payload = nil
	} else {
		a.Payload = a.Payload[:0]
	}
	clear(a.Spans[:])
	a.Err = nil
}

// body returns a JSON body that omits some members, and sets others to null.
func body(r *rand.Rand) string {
	var members []string
	for _, member := range []string{
		`"id":"%d"`, `"at":"2030-01-01T00:00:00Z"`, `"floor":1.%d`, `"site":{"domain":"%d"}`, `"site":{"keywords":["%d","b"]}`,
		`"slots":[{"id":"%d","deals":["a"]},{}]`, `"blocked":["%d"]`, `"attrs":{"k%d":"v"}`, `"attrs":{"a":"%d","b":"","c":"","d":"","e":"","f":""}`,
		`"attrs":null`, `"attrs":{}`, `"consents":{"c%d":true}`, `"payload":"AQID"`, `"payload":null`, `"spans":[%d,2]`,
	} {
		if r.IntN(3) == 0 {
			if strings.Contains(member, "%d") {
				member = fmt.Sprintf(member, 1+r.IntN(1e6))
			}
			members = append(members, member)
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// No body makes a correct Reset look dirty, whatever it omits, whether every
// lease is checked or some of those of an object that is leased again.
func TestBind_IsNoDirtyReset(t *testing.T) {
	for _, pool := range []*rcpool.Pool[auction]{
		{Name: "auctions"},
		{Name: "auctions that are zeroed", Reset: func(a *auction) { *a = auction{} }},
		{Name: "auctions that New builds", New: func() *auction {
			return &auction{Attrs: map[string]string{}, Consents: map[string]bool{}, Payload: make([]byte, 0, 64)}
		}},
	} {
		t.Run(pool.Name, func(t *testing.T) {
			defer rcpool.SetChecking(1)()
			r := rand.New(rand.NewPCG(1, 2))
			requests := 10_000
			if testing.Short() || race.Enabled {
				requests = 1_000
			}
			for i := range requests {
				if i%4 == 0 {
					rcpool.SetChecking(i / 4 % 2) // one lease of a fresh object, and some of one that is leased again
				}
				w := httptest.NewRecorder()
				ref, ok := rchttp.Bind(w, post(strings.NewReader(body(r))), pool, 0)
				if !ok {
					t.Fatal(w.Body)
				}
				ref.Release()
			}
			for _, report := range rcpool.Reports() {
				if report.Pool == pool.Name {
					t.Error(report)
				}
			}
		})
	}
}
