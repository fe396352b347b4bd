// truth: use-after-release line 109 hard

// Command quorumread reads a key from several replicas of a store, returns the
// newest value and repairs the replicas that are behind.
package main

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"time"

	"github.com/rcpool/rcpool"
)

type Answer struct {
	Replica string
	Version int
	Value   []byte
}

func (a *Answer) Reset() { *a = Answer{Value: a.Value[:0]} }

var (
	answers   = rcpool.Pool[Answer]{Name: "quorum.answers"}
	errQuorum = errors.New("no quorum")
)

type Replica struct {
	name  string
	delay time.Duration
	down  bool
	data  map[string]string
	vers  map[string]int
}

// read returns an answer that the caller owns.
func (r *Replica) read(ctx context.Context, key string) (rcpool.Ref[Answer], error) {
	select {
	case <-time.After(r.delay):
	case <-ctx.Done():
		return rcpool.Ref[Answer]{}, ctx.Err()
	}
	if r.down {
		return rcpool.Ref[Answer]{}, fmt.Errorf("%s is down", r.name)
	}
	ref := answers.Get()
	a := ref.Value()
	a.Replica, a.Version = r.name, r.vers[key]
	a.Value = append(a.Value, r.data[key]...)
	return ref, nil
}

type Store struct {
	replicas []*Replica
	quorum   int
	repairs  []string
}

type result struct {
	answer rcpool.Ref[Answer]
	err    error
}

// gather returns the answers of all replicas that answered in time. The caller
// owns them.
func (s *Store) gather(ctx context.Context, key string) (got []rcpool.Ref[Answer], err error) {
	results := make(chan result, len(s.replicas))
	for _, r := range s.replicas {
		go func() {
			ref, err := r.read(ctx, key)
			results <- result{ref, err}
		}()
	}
	for range s.replicas {
		res := <-results
		if res.err != nil {
			err = errors.Join(err, res.err)
			continue
		}
		got = append(got, res.answer)
	}
	sort.Slice(got, func(i, j int) bool { return got[i].Value().Replica < got[j].Value().Replica })
	return got, err
}

func (s *Store) Read(ctx context.Context, key string) (string, error) {
	got, err := s.gather(ctx, key)
	if len(got) < s.quorum {
		for _, ref := range got {
			ref.Release()
		}
		return "", errors.Join(errQuorum, err)
	}
	newest := got[0]
	for _, ref := range got[1:] {
		if ref.Value().Version > newest.Value().Version {
			newest = ref
		}
	}
	latest := newest.Value().Version
	for _, ref := range got {
		if a := ref.Value(); a.Version < latest {
			s.repairs = append(s.repairs, a.Replica)
		}
		ref.Release()
	}
	return string(newest.Value().Value), nil
}

func replica(name string, delay time.Duration, version int, value string) *Replica {
	return &Replica{name: name, delay: delay, data: map[string]string{"k": value}, vers: map[string]int{"k": version}}
}

func main() {
	s := &Store{quorum: 2, replicas: []*Replica{
		replica("a", 0, 3, "old"), replica("b", time.Millisecond, 4, "new"), replica("c", time.Hour, 4, "new"),
	}}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	s.replicas[0].down = true
	_, err := s.Read(ctx, "k")
	fmt.Println(errors.Is(err, errQuorum))
	s.replicas[0].down = false
	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	fmt.Println(s.Read(ctx, "k"))
	fmt.Println(s.repairs)
}
