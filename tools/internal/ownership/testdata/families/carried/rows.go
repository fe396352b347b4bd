// Package carried has functions that are given functions, and what those do.
package carried

import (
	"bytes"
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Row has cells.
type Row struct {
	Name  string
	Cells []string
}

// Reset empties the row.
func (r *Row) Reset() { *r = Row{Cells: r.Cells[:0]} }

var (
	rows    = rcpool.Pool[Row]{Name: "rows"}
	scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

// withScratch lends a buffer to f.
func withScratch(f func(*bytes.Buffer)) {
	b := scratch.Get().(*bytes.Buffer)
	b.Reset()
	defer scratch.Put(b)
	f(b)
}

// eachRow gives each row to f, which owns it.
func eachRow(names []string, f func(rcpool.Ref[Row]) bool) {
	for _, name := range names {
		row := rows.Get()
		row.Value().Name = name
		if !f(row) {
			return
		}
	}
}

// A table lends its rows.
type table struct {
	mu   sync.Mutex
	rows map[int]rcpool.Ref[Row]
}

// each lends the rows that are alive to f, one by one.
func (t *table) each(f func(*Row)) {
	t.mu.Lock()
	live := make([]rcpool.Ref[Row], 0, len(t.rows))
	for _, row := range t.rows {
		if own, ok := row.TryRetain(); ok {
			live = append(live, own)
		}
	}
	t.mu.Unlock()
	for _, own := range live {
		f(own.Value())
		own.Release()
	}
}

// A pool of workers runs jobs in goroutines.
type workers struct{ wg sync.WaitGroup }

func (w *workers) run(job func()) {
	w.wg.Add(1)
	go func() {
		defer w.wg.Done()
		job()
	}()
}

func (w *workers) wait() { w.wg.Wait() }

// A reader lends one row after the other.
type reader struct {
	names []string
	row   rcpool.Ref[Row]
}

// next returns the next row, which is lent until next is called again.
func (r *reader) next() *Row {
	rcpool.Drop(&r.row)
	if len(r.names) == 0 {
		return nil
	}
	r.row = rows.Get()
	r.row.Value().Name = r.names[0]
	r.names = r.names[1:]
	return r.row.Value()
}

func (r *reader) close() { rcpool.Drop(&r.row) }

// failing reports whether f panics.
func failing(f func()) (failed bool) {
	defer func() { failed = recover() != nil }()
	f()
	return false
}

// A sender keeps what it cannot send.
type sender struct {
	via  func(*Row) error
	lost []letter
}

type letter struct {
	row rcpool.Ref[Row]
	err error
}

func (s *sender) send(row rcpool.Ref[Row]) error {
	err := s.via(row.Value())
	if err == nil {
		row.Release()
		return nil
	}
	s.lost = append(s.lost, letter{row, err})
	return err
}

func (s *sender) close() {
	for _, l := range s.lost {
		l.row.Release()
	}
	s.lost = nil
}

// A loader loads each row once for all who ask at the same time.
type loader struct {
	mu    sync.Mutex
	calls map[string]*loading
	load  func(name string, row *Row) error
}

type loading struct {
	done    chan struct{}
	waiters int
	row     rcpool.Ref[Row]
	err     error
}

// get returns a reference of the caller's own.
func (l *loader) get(name string) (rcpool.Ref[Row], error) {
	l.mu.Lock()
	if c, ok := l.calls[name]; ok {
		c.waiters++
		l.mu.Unlock()
		<-c.done
		return l.take(c)
	}
	c := &loading{done: make(chan struct{}), waiters: 1}
	l.calls[name] = c
	l.mu.Unlock()
	row := rows.Get()
	if err := l.load(name, row.Value()); err != nil {
		row.Release()
		c.err = err
	} else {
		c.row = row
	}
	l.mu.Lock()
	delete(l.calls, name)
	l.mu.Unlock()
	close(c.done)
	return l.take(c)
}

// take gives a waiter its reference. The last one gets that of the call.
func (l *loader) take(c *loading) (rcpool.Ref[Row], error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.err != nil {
		return rcpool.Ref[Row]{}, c.err
	}
	c.waiters--
	if c.waiters == 0 {
		return rcpool.Move(&c.row), nil
	}
	return c.row.Retain(), nil
}

var errUnnamed = errors.New("no name")
