// truth: detach line 68 plain

// Command snapexport exports snapshots of a key space.
package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type snapshot struct {
	Version int
	Keys    []string
}

func (s *snapshot) Reset() {
	clear(s.Keys)
	*s = snapshot{Keys: s.Keys[:0]}
}

var snapshots = rcpool.Pool[snapshot]{Name: "snapshots"}

type space struct {
	mu      sync.Mutex
	version int
	keys    map[string]string
}

func (s *space) fill(snap *snapshot) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.keys) == 0 {
		return errors.New("empty key space")
	}
	snap.Version = s.version
	for k := range s.keys {
		snap.Keys = append(snap.Keys, k)
	}
	return nil
}

// export returns a snapshot for good, after its checksum was computed.
func (s *space) export() (*snapshot, uint32, error) {
	snap := snapshots.Get()
	if err := s.fill(snap.Value()); err != nil {
		snap.Release()
		return nil, 0, err
	}
	slices.Sort(snap.Value().Keys)

	sum := make(chan uint32, 1)
	hashed := snap.Retain()
	defer hashed.Release()
	go func(keys []string) {
		var h uint32
		for _, k := range keys {
			for _, c := range []byte(k) {
				h = h*31 + uint32(c)
			}
		}
		sum <- h
	}(hashed.Value().Keys)
	h := <-sum
	return snap.Detach(), h, nil
}

func main() {
	s := &space{version: 3, keys: map[string]string{}}
	if _, _, err := s.export(); err != nil {
		fmt.Println(err)
	}
	s.keys["b"], s.keys["a"] = "1", "2"
	snap, h, err := s.export()
	fmt.Println(snap, h, err)
}
