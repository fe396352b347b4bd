// truth: correct

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Reply struct {
	Status int
	Body   []byte
}

func (r *Reply) Reset() { r.Status, r.Body = 0, r.Body[:0] }

var replies rcpool.Pool[Reply]

var errTemporary = errors.New("temporary failure")

type transport func(attempt int, into *Reply) error

// fetch tries a few times. The caller owns the reply if the error is nil.
func fetch(ctx context.Context, try transport, attempts int) (reply rcpool.Ref[Reply], err error) {
	for attempt := range attempts {
		if attempt > 0 {
			if err := pause(ctx, time.Duration(attempt)*time.Millisecond); err != nil {
				return rcpool.Ref[Reply]{}, err
			}
		}
		reply = replies.Get()
		err = try(attempt, reply.Value())
		switch {
		case err == nil && reply.Value().Status < 500:
			return reply, nil
		case err == nil:
			err = fmt.Errorf("status %d", reply.Value().Status)
		case !errors.Is(err, errTemporary):
			reply.Release()
			return rcpool.Ref[Reply]{}, err
		}
		reply.Release()
	}
	return rcpool.Ref[Reply]{}, fmt.Errorf("gave up: %w", err)
}

func pause(ctx context.Context, d time.Duration) error {
	timer := stdpool.Timer(d)
	defer timer.Release()
	select {
	case <-timer.Value().C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// probe asks once and forgets the reply.
func probe(try transport) error {
	return replies.With(func(r *Reply) error {
		if err := try(0, r); err != nil {
			return fmt.Errorf("probe: %w", err)
		}
		if r.Status >= 500 {
			return fmt.Errorf("probe: status %d", r.Status)
		}
		return nil
	})
}

func main() {
	ctx := context.Background()
	flaky := func(attempt int, into *Reply) error {
		switch attempt {
		case 0:
			return errTemporary
		case 1:
			into.Status = 503
			return nil
		}
		into.Status = 200
		into.Body = append(into.Body, "fine"...)
		return nil
	}
	for _, attempts := range []int{1, 2, 3} {
		reply, err := fetch(ctx, flaky, attempts)
		if err != nil {
			fmt.Println(attempts, err)
			continue
		}
		fmt.Println(attempts, reply.Value().Status, string(reply.Value().Body))
		reply.Release()
	}
	_, err := fetch(ctx, func(int, *Reply) error { return errors.New("refused") }, 3)
	fmt.Println(err)
	fmt.Println(probe(flaky))
	fmt.Println(probe(func(_ int, into *Reply) error {
		into.Status = 204
		return nil
	}))
	late, cancel := context.WithTimeout(ctx, time.Microsecond)
	defer cancel()
	<-late.Done()
	_, err = fetch(late, flaky, 5)
	fmt.Println(err)
}
