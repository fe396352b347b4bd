// Package flushed has owners that collect references, and release all of them with a
// deferred function when they are flushed.
package flushed

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// A Row is written.
type Row struct{ Text []byte }

// Reset empties the row.
func (r *Row) Reset() { r.Text = r.Text[:0] }

var rows rcpool.Pool[Row]

var errClosed = errors.New("closed")

// A batch owns the rows that are pending.
type batch struct {
	out     io.Writer
	limit   int
	pending []rcpool.Ref[Row]
	spare   []rcpool.Ref[Row]
	err     error
}

// add takes over row.
func (b *batch) add(row rcpool.Ref[Row]) error {
	if b.err != nil {
		row.Release()
		return b.err
	}
	b.pending = append(b.pending, row)
	if len(b.pending) < b.limit {
		return nil
	}
	return b.flush()
}

// flush writes what is pending and releases it, whatever happens.
func (b *batch) flush() error {
	all := b.pending
	b.pending, b.spare = b.spare[:0], nil
	defer func() {
		for i := range all {
			rcpool.Drop(&all[i])
		}
		b.spare = all[:0]
	}()
	for _, row := range all {
		if _, err := b.out.Write(row.Value().Text); err != nil {
			b.err = err
			return err
		}
	}
	return nil
}
