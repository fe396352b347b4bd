// truth: correct

// Command logtail ships log batches upstream with retries and a backlog.
package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type Batch struct {
	Lines []string
	Tries int
	Bytes int
}

func (b *Batch) Reset() {
	clear(b.Lines)
	b.Lines = b.Lines[:0]
	b.Tries, b.Bytes = 0, 0
}

var batches = rcpool.Pool[Batch]{Name: "batches"}

type upstream func(context.Context, *Batch) error

type shipper struct {
	cur      rcpool.Ref[Batch]
	backlog  []rcpool.Ref[Batch]
	limit    int
	maxTries int
	send     upstream
	lost     int
}

func (s *shipper) write(ctx context.Context, line string) {
	if s.cur.IsZero() {
		s.cur = batches.Get()
	}
	b := s.cur.Value()
	b.Lines = append(b.Lines, line)
	b.Bytes += len(line)
	if b.Bytes >= s.limit {
		s.flush(ctx)
	}
}

func (s *shipper) flush(ctx context.Context) {
	if s.cur.IsZero() {
		return
	}
	s.backlog = append(s.backlog, rcpool.Move(&s.cur))
	s.drain(ctx)
}

// drain tries each batch once and keeps those that may still succeed.
func (s *shipper) drain(ctx context.Context) {
	kept := s.backlog[:0]
	for i, ref := range s.backlog {
		b := ref.Value()
		if ctx.Err() != nil {
			kept = append(kept, s.backlog[i:]...)
			break
		}
		b.Tries++
		err := s.send(ctx, b)
		if err != nil && b.Tries < s.maxTries {
			kept = append(kept, ref)
			continue
		}
		if err != nil {
			s.lost += len(b.Lines)
		}
		ref.Release()
	}
	clear(s.backlog[len(kept):])
	s.backlog = kept
}

func (s *shipper) close(grace time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	s.flush(ctx)
	for len(s.backlog) > 0 && ctx.Err() == nil {
		s.drain(ctx)
	}
	var err error
	for _, ref := range s.backlog {
		s.lost += len(ref.Value().Lines)
		ref.Release()
		err = ctx.Err()
	}
	s.backlog = nil
	return err
}

func main() {
	calls := 0
	var got strings.Builder
	s := &shipper{limit: 12, maxTries: 3}
	s.send = func(_ context.Context, b *Batch) error {
		calls++
		if calls%4 == 1 || b.Lines[0] == "poison" {
			return errors.New("503")
		}
		got.WriteString(strings.Join(b.Lines, ",") + ";")
		return nil
	}
	ctx := context.Background()
	for i := range 9 {
		s.write(ctx, fmt.Sprintf("line%d", i))
	}
	s.write(ctx, "poison")
	fmt.Println(s.close(time.Second), s.lost, got.String())
	check()
}
