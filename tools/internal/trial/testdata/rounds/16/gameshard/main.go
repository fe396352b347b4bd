// truth: detach line 75 plain

package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type region struct {
	ID    int
	Tiles [256]byte
	Dirty bool
}

var regions = rcpool.Pool[region]{Name: "regions"}

type storage struct {
	mu    sync.Mutex
	saved map[int]int
	wg    sync.WaitGroup
}

func (s *storage) save(r *region) {
	n := 0
	for _, t := range r.Tiles {
		n += int(t)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved[r.ID] = n
}

// shard owns the regions that players are in, and the static ones of the town.
type shard struct {
	store  *storage
	loaded map[int]rcpool.Ref[region]
	town   []*region
}

func (s *shard) load(id int) {
	if _, ok := s.loaded[id]; ok {
		return
	}
	r := regions.Get()
	r.Value().ID = id
	for i := range r.Value().Tiles {
		r.Value().Tiles[i] = byte(i % (id + 2))
	}
	s.loaded[id] = r
}

func (s *shard) unload(id int) {
	r, ok := s.loaded[id]
	if !ok {
		return
	}
	delete(s.loaded, id)
	s.store.wg.Go(r.Hold(s.store.save))
	r.Release()
}

// pin makes a region part of the town, which is never unloaded.
func (s *shard) pin(id int) {
	r, ok := s.loaded[id]
	if !ok {
		return
	}
	delete(s.loaded, id)
	backup := r.Retain()
	defer backup.Release()
	s.store.save(backup.Value())
	s.town = append(s.town, r.Detach())
}

func (s *shard) close() {
	for id := range s.loaded {
		s.unload(id)
	}
	s.store.wg.Wait()
}

func main() {
	s := &shard{store: &storage{saved: map[int]int{}}, loaded: map[int]rcpool.Ref[region]{}}
	for id := range 6 {
		s.load(id)
		s.load(id)
	}
	s.pin(4)
	s.unload(2)
	s.pin(99)
	s.pin(3)
	s.close()
	fmt.Println(len(s.town), len(s.store.saved))
}
