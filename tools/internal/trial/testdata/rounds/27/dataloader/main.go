// truth: correct

// Dataloader batches the key look-ups of resolvers: the first caller of a key
// starts a load, later callers share its row.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/rcpool/rcpool"
)

type user struct {
	id    int
	name  string
	roles []string
}

func (u *user) Reset() {
	clear(u.roles)
	*u = user{roles: u.roles[:0]}
}

var errUnknown = errors.New("unknown user")

// A future is resolved once; each caller of wait gets a reference of its own.
type future[T any] struct {
	done  chan struct{}
	value rcpool.Ref[T]
	err   error
}

func newFuture[T any]() *future[T] { return &future[T]{done: make(chan struct{})} }

// resolve takes the value over.
func (f *future[T]) resolve(value rcpool.Ref[T], err error) {
	f.value, f.err = value, err
	close(f.done)
}

func (f *future[T]) wait(ctx context.Context) (rcpool.Ref[T], error) {
	select {
	case <-f.done:
	case <-ctx.Done():
		return rcpool.Ref[T]{}, ctx.Err()
	}
	if f.err != nil {
		return rcpool.Ref[T]{}, f.err
	}
	return f.value.Retain(), nil
}

func (f *future[T]) forget() {
	<-f.done
	rcpool.Drop(&f.value)
}

type loader struct {
	pool    *rcpool.Pool[user]
	mu      sync.Mutex
	futures map[int]*future[user]
	loads   int
}

func (l *loader) fetch(id int) (rcpool.Ref[user], error) {
	row := l.pool.Get()
	defer rcpool.Drop(&row)
	u := row.Value()
	u.id = id
	if id%7 == 0 {
		return rcpool.Ref[user]{}, fmt.Errorf("%w %d", errUnknown, id)
	}
	u.name = fmt.Sprintf("user-%d", id)
	u.roles = append(u.roles, "reader")
	if id%2 == 0 {
		u.roles = append(u.roles, "writer")
	}
	return rcpool.Move(&row), nil
}

func (l *loader) load(ctx context.Context, id int) (rcpool.Ref[user], error) {
	l.mu.Lock()
	f, ok := l.futures[id]
	if !ok {
		f = newFuture[user]()
		l.futures[id] = f
		l.loads++
	}
	l.mu.Unlock()
	if !ok {
		go func() { f.resolve(l.fetch(id)) }()
	}
	return f.wait(ctx)
}

func (l *loader) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, f := range l.futures {
		f.forget()
		delete(l.futures, id)
	}
}

func main() {
	l := &loader{pool: &rcpool.Pool[user]{Name: "users"}, futures: map[int]*future[user]{}}
	defer l.close()
	g, ctx := errgroup.WithContext(context.Background())
	names := make([]string, 24)
	for i := range names {
		g.Go(func() error {
			u, err := l.load(ctx, i%8)
			if errors.Is(err, errUnknown) {
				names[i] = "?"
				return nil
			}
			if err != nil {
				return err
			}
			defer u.Release()
			names[i] = fmt.Sprint(u.Value().name, u.Value().roles)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(names[:8], l.loads)
}
