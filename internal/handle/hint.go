//go:build !race

package handle

// A hint is read and written by many goroutines with plain loads and stores: the
// Go memory model lets a racing read see only a value that was written, and any
// value will do. An atomic store is a locked instruction, 5 ns.
type hint uint32

func (h *hint) get() int { return int(*h) }

func (h *hint) set(i int) { *h = hint(i) }
