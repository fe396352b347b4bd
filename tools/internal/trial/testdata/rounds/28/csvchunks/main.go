// truth: correct

// Command csvchunks imports a CSV file: a reader fills pooled batches of rows,
// loaders insert them and give them back.
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

type row struct {
	sku   string
	qty   int
	cents int64
}

type batch struct {
	first int // line number of the first row
	rows  []row
}

var batches = sync.Pool{New: func() any { return &batch{rows: make([]row, 0, 16)} }}

func newBatch(first int) *batch {
	b := batches.Get().(*batch)
	b.first = first
	b.rows = b.rows[:0]
	return b
}

func (b *batch) recycle() {
	clear(b.rows)
	b.rows = b.rows[:0]
	batches.Put(b)
}

type rowError struct {
	line int
	err  error
}

func (e *rowError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }
func (e *rowError) Unwrap() error { return e.err }

func parse(rec []string) (r row, err error) {
	if r.sku = rec[0]; r.sku == "" {
		return r, errors.New("no sku")
	}
	if r.qty, err = strconv.Atoi(rec[1]); err != nil {
		return r, err
	}
	price, err := strconv.ParseFloat(rec[2], 64)
	r.cents = int64(price*100 + 0.5)
	return r, err
}

// read sends batches of at most size rows to out and closes it.
func read(ctx context.Context, src io.Reader, size int, out chan<- *batch) error {
	defer close(out)
	in := csv.NewReader(src)
	in.FieldsPerRecord = 3
	in.ReuseRecord = true
	cur := newBatch(1)
	for n := 1; ; n++ {
		rec, err := in.Read()
		if err == io.EOF {
			break
		}
		var r row
		if err == nil {
			r, err = parse(rec)
		}
		if err != nil {
			cur.recycle()
			return &rowError{n, err}
		}
		cur.rows = append(cur.rows, r)
		if len(cur.rows) < size {
			continue
		}
		select {
		case out <- cur:
			cur = newBatch(n + 1)
		case <-ctx.Done():
			cur.recycle()
			return ctx.Err()
		}
	}
	if len(cur.rows) == 0 {
		cur.recycle()
		return nil
	}
	select {
	case out <- cur:
		return nil
	case <-ctx.Done():
		cur.recycle()
		return ctx.Err()
	}
}

type warehouse struct {
	mu    sync.Mutex
	stock map[string]int
	value int64
}

func (w *warehouse) insert(b *batch) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, r := range b.rows {
		if w.stock[r.sku]+r.qty < 0 {
			return &rowError{b.first + i, fmt.Errorf("%s out of stock", r.sku)}
		}
		w.stock[r.sku] += r.qty
		w.value += int64(r.qty) * r.cents
	}
	return nil
}

func load(src io.Reader, w *warehouse) error {
	g, ctx := errgroup.WithContext(context.Background())
	work := make(chan *batch, 2)
	g.Go(func() error { return read(ctx, src, 4, work) })
	for range 3 {
		g.Go(func() error {
			for b := range work {
				err := w.insert(b)
				b.recycle()
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

func main() {
	var good strings.Builder
	for i := range 30 {
		fmt.Fprintf(&good, "sku%d,%d,%d.99\n", i%4, i+1, i)
	}
	for _, text := range []string{good.String(), "a,1,2\nb,x,3\n", "a,-5,1\n" + good.String(), "a,1\n", ""} {
		w := &warehouse{stock: map[string]int{}}
		err := load(strings.NewReader(text), w)
		var re *rowError
		fmt.Println(len(w.stock) > 0, errors.As(err, &re))
	}
}
