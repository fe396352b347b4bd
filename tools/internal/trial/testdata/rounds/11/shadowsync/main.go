// truth: leak line 38 plain
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Shadow struct {
	Device  string         `json:"device"`
	Version int            `json:"version"`
	State   map[string]any `json:"state"`
}

func (s *Shadow) Reset() {
	clear(s.State)
	*s = Shadow{State: s.State}
}

var shadows = rcpool.Pool[Shadow]{
	Name: "shadows",
	New:  func() *Shadow { return &Shadow{State: make(map[string]any)} },
}

var errStale = errors.New("stale version")

type registry struct {
	mu       sync.Mutex
	versions map[string]int
	reported map[string]int
}

func (g *registry) Update(msg []byte) error {
	s := shadows.Get()
	v := s.Value()
	if err := json.Unmarshal(msg, v); err != nil {
		s.Release()
		return fmt.Errorf("update: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if v.Version <= g.versions[v.Device] {
		return fmt.Errorf("%s: %w", v.Device, errStale)
	}
	g.versions[v.Device] = v.Version
	for key := range v.State {
		g.reported[key]++
	}
	s.Release()
	return nil
}

func main() {
	g := &registry{versions: map[string]int{}, reported: map[string]int{}}
	for _, msg := range []string{
		`{"device":"d1","version":1,"state":{"temp":20,"fan":"off"}}`,
		`{"device":"d1","version":2,"state":{"temp":22}}`,
		`{"device":"d1","version":2,"state":{"temp":23}}`,
		`{"device":"d2","version":`,
		`{"device":"d2","version":1,"state":{"door":"open"}}`,
	} {
		if err := g.Update([]byte(msg)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(g.reported["temp"], g.reported["fan"], g.reported["door"])
}
