package loopends

import (
	"context"
	"iter"

	"github.com/rcpool/rcpool"
)

// The error of the last turn tells the deferred function to release.
func loadAll(n int, load loader) (_ []rcpool.Ref[row], err error) {
	var out []rcpool.Ref[row]
	defer func() {
		if err != nil {
			for _, ref := range out {
				ref.Release()
			}
		}
	}()
	for no := range n {
		ref := rows.Get()
		out = append(out, ref)
		if err = load(no, ref.Value()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// The cause of a context that has an error is none that is nil.
func loadLong(ctx context.Context, n int) (_ rcpool.Ref[row], err error) {
	ref := rows.Get()
	defer func() {
		if err != nil {
			ref.Release()
		}
	}()
	for range n {
		if ctx.Err() != nil {
			return rcpool.Ref[row]{}, context.Cause(ctx)
		}
	}
	return ref, nil
}

// There is a row if there is no error.
func firstOf(all source) int {
	next, stop := iter.Pull2(all)
	defer stop()
	ref, err, ok := next()
	if !ok || err != nil {
		return 0
	}
	defer ref.Release()
	return ref.Value().no
}
