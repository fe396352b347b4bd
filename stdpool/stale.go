package stdpool

import (
	"runtime"

	"github.com/rcpool/rcpool"
)

// stale returns the value to panic with if someone uses an idle object of a
// pool.
func stale(pool, op string) *rcpool.Misuse {
	stack := make(rcpool.Stack, 32)
	return &rcpool.Misuse{
		Kind:      rcpool.UseAfterRelease,
		Op:        op,
		Pool:      pool,
		MisusedAt: stack[:runtime.Callers(3, stack)],
	}
}

// A void is what an idle object reads from and writes to. It panics, because
// only someone who kept the object beyond the lease can cause that.
type void struct {
	pool   string
	header string // what a decompressor reads when it is reset, to drop its last source
}

func (v *void) Write([]byte) (int, error) { panic(stale(v.pool, "Write")) }
func (v *void) ReadByte() (byte, error)   { panic(stale(v.pool, "Read")) }

func (v *void) Read(p []byte) (int, error) {
	if len(p) == 0 || len(p) != len(v.header) {
		panic(stale(v.pool, "Read"))
	}
	return copy(p, v.header), nil
}
