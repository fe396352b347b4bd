package loops

import (
	"io"

	"github.com/rcpool/rcpool"
)

// A bad record goes on with the next batch, and forgets this one.
func sumGood(readers []io.Reader) (sum int) {
next:
	for _, r := range readers {
		ref := batches.Get() // want "leak: "
		b := ref.Value()
		if load(r, b) != nil {
			ref.Release()
			continue
		}
		for _, record := range b.Records[:b.N] {
			if record < 0 {
				continue next
			}
			sum += record
		}
		ref.Release()
	}
	return sum
}

// The jump misses the release.
func loadWithGoto(r io.Reader) (n int, err error) {
	ref := batches.Get() // want "leak: "
	b := ref.Value()
	if err = load(r, b); err != nil {
		goto failed
	}
	if err = send(b); err != nil {
		goto failed
	}
	n = b.N
	ref.Release()
failed:
	return n, err
}

// Only the batch of the attempt that succeeds is given back.
func sendRetrying(r io.Reader) (err error) {
	for range 3 {
		ref := batches.Get() // want "leak: "
		if err = load(r, ref.Value()); err != nil {
			ref.Release()
			return err
		}
		if err = send(ref.Value()); err == nil {
			ref.Release()
			return nil
		}
	}
	return err
}

// The search ends with the batch in hand.
func find(readers []io.Reader, record int) (found bool) {
search:
	for _, r := range readers {
		ref := batches.Get() // want "leak: "
		b := ref.Value()
		_ = load(r, b)
		for _, have := range b.Records {
			if have == record {
				found = true
				break search
			}
		}
		ref.Release()
	}
	return found
}

// Each turn overwrites the variable, and the last batch alone is released.
func loadLast(readers []io.Reader) int {
	var last rcpool.Ref[Batch]
	for _, r := range readers {
		last = batches.Get() // want "leak: "
		_ = load(r, last.Value())
	}
	if last.IsZero() {
		return 0
	}
	defer last.Release()
	return last.Value().N
}

// The batch of a full turn is released in the loop, and again behind it.
func drain(r io.Reader) {
	ref := batches.Get()
	for load(r, ref.Value()) == nil {
		if ref.Value().N == 0 {
			ref.Release()
			break
		}
	}
	ref.Release() // want "double-release: "
}
