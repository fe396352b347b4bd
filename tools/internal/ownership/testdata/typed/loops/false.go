package loops

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// A bad record releases its batch before it goes on with the next.
func sumGoodReleased(readers []io.Reader) (sum int) {
next:
	for _, r := range readers {
		ref := batches.Get()
		b := ref.Value()
		if load(r, b) != nil {
			ref.Release()
			continue
		}
		for _, record := range b.Records[:b.N] {
			if record < 0 {
				ref.Release()
				continue next
			}
			sum += record
		}
		ref.Release()
	}
	return sum
}

// Both ways lead over the release.
func loadWithGotoReleased(r io.Reader) (n int, err error) {
	ref := batches.Get()
	b := ref.Value()
	if err = load(r, b); err != nil {
		goto done
	}
	if err = send(b); err != nil {
		goto done
	}
	n = b.N
done:
	ref.Release()
	return n, err
}

// One batch for all attempts, released behind the loop, however it ends.
func sendRetryingReleased(r io.Reader) error {
	ref := batches.Get()
	err := load(r, ref.Value())
	for attempt := 0; err == nil && attempt < 3; attempt++ {
		err = send(ref.Value())
		if !errors.Is(err, errTransient) {
			break
		}
	}
	ref.Release()
	return err
}

// The search releases each batch, before it asks whether that was the one.
func findReleased(readers []io.Reader, record int) (found bool) {
search:
	for _, r := range readers {
		ref := batches.Get()
		_ = load(r, ref.Value())
		records := ref.Value().Records
		ref.Release()
		for _, have := range records {
			if have == record {
				found = true
				break search
			}
		}
	}
	return found
}

// Each turn releases the batch of the turn before.
func loadLastReleased(readers []io.Reader) int {
	var last rcpool.Ref[Batch]
	for _, r := range readers {
		if !last.IsZero() {
			last.Release()
		}
		last = batches.Get()
		_ = load(r, last.Value())
	}
	if last.IsZero() {
		return 0
	}
	defer last.Release()
	return last.Value().N
}

// The deferred calls of all turns run at the end, each with a batch of its own.
func loadAll(readers []io.Reader) error {
	all := make([]*Batch, 0, len(readers))
	for _, r := range readers {
		ref := batches.Get()
		defer ref.Release()
		if err := load(r, ref.Value()); err != nil {
			return err
		}
		all = append(all, ref.Value())
	}
	for _, b := range all {
		if err := send(b); err != nil {
			return err
		}
	}
	return nil
}
