// truth: correct

// Command memfan replicates log segments to followers. Each follower has a
// reference of its own to the buffers that it has not acknowledged.
package main

import (
	"context"
	"fmt"
	"hash/crc32"
	"strings"
	"sync"

	"google.golang.org/grpc/mem"
)

type segment struct {
	offset int64
	data   mem.BufferSlice
}

type follower struct {
	name  string
	inbox chan segment
	sum   uint32
	bytes int
	fails bool
}

// run consumes segments until the leader closes the inbox.
func (f *follower) run() error {
	var failed error
	for s := range f.inbox {
		if failed == nil {
			failed = f.store(s)
		}
		s.data.Free()
	}
	return failed
}

func (f *follower) store(s segment) error {
	r := s.data.Reader()
	defer r.Close()
	var block [256]byte
	for r.Remaining() > 0 {
		n, err := r.Read(block[:])
		if err != nil {
			return err
		}
		if f.fails && f.bytes > 1000 {
			return fmt.Errorf("%s: disk is full at offset %d", f.name, s.offset)
		}
		f.sum = crc32.Update(f.sum, crc32.IEEETable, block[:n])
		f.bytes += n
	}
	return nil
}

type leader struct {
	pool      mem.BufferPool
	followers []*follower
	offset    int64
}

// replicate takes over data.
func (l *leader) replicate(ctx context.Context, data mem.BufferSlice) error {
	defer data.Free()
	for _, f := range l.followers {
		data.Ref()
		select {
		case f.inbox <- segment{l.offset, data}:
		case <-ctx.Done():
			data.Free()
			return ctx.Err()
		}
	}
	l.offset += int64(data.Len())
	return nil
}

func (l *leader) build(lines ...string) mem.BufferSlice {
	var data mem.BufferSlice
	w := mem.NewWriter(&data, l.pool)
	for _, s := range lines {
		_, _ = w.Write([]byte(s))
	}
	return data
}

func main() {
	l := &leader{pool: mem.DefaultBufferPool()}
	errs := make([]error, 3)
	var wg sync.WaitGroup
	for i := range errs {
		f := &follower{name: fmt.Sprintf("f%d", i), inbox: make(chan segment, 4), fails: i == 2}
		l.followers = append(l.followers, f)
		wg.Go(func() { errs[i] = f.run() })
	}
	for i := range 8 {
		line := strings.Repeat(fmt.Sprintf("entry %d;", i), 20+10*i)
		if err := l.replicate(context.Background(), l.build("header;", line, "\n")); err != nil {
			panic(err)
		}
	}
	for _, f := range l.followers {
		close(f.inbox)
	}
	wg.Wait()
	a, b := l.followers[0], l.followers[1]
	fmt.Println(a.sum == b.sum, int64(a.bytes) == l.offset, errs[0], errs[2])

	stuck := &leader{pool: l.pool, followers: []*follower{{inbox: make(chan segment)}}}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(stuck.replicate(ctx, stuck.build("never sent")))
}
