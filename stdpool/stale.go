package stdpool

import "github.com/rcpool/rcpool"

// stale reports that someone uses an idle object of a pool. It panics, unless
// misuses are only reported (see rcpool.SetPanicOnMisuse): then it returns the
// misuse as the error of the operation.
func stale(pool, op string) error {
	m := &rcpool.Misuse{Kind: rcpool.UseAfterRelease, Op: op, Pool: pool}
	m.Raise()
	return m
}

// A void is what an idle object reads from and writes to. Every use is a misuse,
// because only someone who kept the object beyond the lease can cause it.
type void struct {
	pool   string
	header string // what a decompressor reads when it is reset, to drop its last source
}

func (v *void) Write([]byte) (int, error) { return 0, stale(v.pool, "Write") }
func (v *void) ReadByte() (byte, error)   { return 0, stale(v.pool, "Read") }

func (v *void) Read(p []byte) (int, error) {
	if len(p) == 0 || len(p) != len(v.header) {
		return 0, stale(v.pool, "Read")
	}
	return copy(p, v.header), nil
}
