package errorbeside

import "github.com/rcpool/rcpool"

// There is nothing to release beside an error.
func number(n int) int {
	ref, err := load(n)
	return numberOf(ref, err)
}

func numberOf(ref rcpool.Ref[item], err error) int {
	if err != nil {
		failed++
		return 0
	}
	defer ref.Release()
	return ref.Value().n
}

// The error comes first.
func enqueue(n int) error {
	ref, err := load(n)
	return send(err, ref)
}

func send(err error, ref rcpool.Ref[item]) error {
	if err != nil {
		return err
	}
	queue <- ref
	return nil
}

// A bool tells.
func count(n int) int {
	ref, ok := find(n)
	return countOf(ref, ok)
}

func countOf(ref rcpool.Ref[item], ok bool) int {
	if !ok {
		return 0
	}
	n := ref.Value().n
	ref.Release()
	return n
}

// The function passes both on.
func must(n int) *item {
	ref, err := load(n)
	return mustBe(ref, err).Detach()
}

func mustBe(ref rcpool.Ref[item], err error) rcpool.Ref[item] {
	if err != nil {
		panic(err)
	}
	return ref
}
