// truth: correct

// Command inflight coalesces concurrent lookups of user profiles.
package main

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Profile struct {
	user  string
	segs  []int
	err   error
	ready chan struct{}
}

func (p *Profile) Reset() {
	p.user, p.err, p.ready = "", nil, nil
	p.segs = p.segs[:0]
}

var profiles = rcpool.Pool[Profile]{Name: "profiles"}

type shard struct {
	mu    sync.Mutex
	index map[string]rcpool.Ref[Profile] // not owned: entries may be stale
}

type directory struct {
	seed   maphash.Seed
	shards [4]shard
	loads  atomic.Int64
	load   func(user string, segs []int) ([]int, error)
}

func newDirectory(load func(string, []int) ([]int, error)) *directory {
	d := &directory{seed: maphash.MakeSeed(), load: load}
	for i := range d.shards {
		d.shards[i].index = make(map[string]rcpool.Ref[Profile])
	}
	return d
}

func (d *directory) shard(user string) *shard {
	return &d.shards[maphash.String(d.seed, user)%uint64(len(d.shards))]
}

// join returns a reference of the caller's own, and whether it must load.
func (s *shard) join(user string) (rcpool.Ref[Profile], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ref, ok := s.index[user].TryRetain(); ok {
		return ref, false
	}
	ref := profiles.Get()
	p := ref.Value()
	p.user = user
	p.ready = make(chan struct{})
	s.index[user] = ref
	return ref, true
}

func (s *shard) forget(user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ref, ok := s.index[user]; ok && !ref.Valid() {
		delete(s.index, user)
	}
}

func (d *directory) segments(ctx context.Context, user string) (int, error) {
	s := d.shard(user)
	defer s.forget(user)
	ref, lead := s.join(user)
	defer ref.Release()
	p := ref.Value()
	if lead {
		d.loads.Add(1)
		p.segs, p.err = d.load(user, p.segs)
		close(p.ready)
	} else {
		select {
		case <-p.ready:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	if p.err != nil {
		return 0, fmt.Errorf("profile %s: %w", user, p.err)
	}
	return len(p.segs), nil
}

func main() {
	errNone := errors.New("unknown user")
	d := newDirectory(func(user string, segs []int) ([]int, error) {
		time.Sleep(5 * time.Millisecond)
		if user == "ghost" {
			return segs, errNone
		}
		for i := range len(user) {
			segs = append(segs, i)
		}
		return segs, nil
	})
	var wg sync.WaitGroup
	var sum, failed atomic.Int64
	for i := range 24 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			n, err := d.segments(ctx, []string{"ann", "bob", "ghost"}[i%3])
			if errors.Is(err, errNone) {
				failed.Add(1)
			}
			sum.Add(int64(n))
		})
	}
	wg.Wait()
	fmt.Println(sum.Load(), failed.Load(), d.loads.Load() < 24)
	check()
}
