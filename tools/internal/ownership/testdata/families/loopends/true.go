package loopends

import (
	"context"
	"iter"

	"github.com/rcpool/rcpool"
)

// The rows are released if there was no error.
func loadWrong(n int, load loader) (_ []rcpool.Ref[row], err error) {
	var out []rcpool.Ref[row]
	defer func() {
		if err == nil {
			for _, ref := range out {
				ref.Release()
			}
		}
	}()
	for no := range n {
		ref := rows.Get() // want "leak: "
		out = append(out, ref)
		if err = load(no, ref.Value()); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// The deferred function releases nothing if the context was canceled.
func loadUntil(ctx context.Context, n int) (_ rcpool.Ref[row], err error) {
	ref := rows.Get() // want "leak: "
	defer func() {
		if err == nil {
			ref.Release()
		}
	}()
	for range n {
		if ctx.Err() != nil {
			return rcpool.Ref[row]{}, context.Cause(ctx)
		}
	}
	return rcpool.Ref[row]{}, nil
}

// The row is lost if it has a number.
func first(all iter.Seq[rcpool.Ref[row]]) int {
	next, stop := iter.Pull(all)
	defer stop()
	ref, ok := next() // want "leak: "
	if !ok {
		return 0
	}
	if no := ref.Value().no; no > 0 {
		return no
	}
	ref.Release()
	return 0
}
