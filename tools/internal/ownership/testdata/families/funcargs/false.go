package funcargs

import (
	"sync"

	"github.com/rcpool/rcpool"

	"test/families/funcargs/hook"
)

// The callee calls the method value.
func releaseByCall() int {
	block := blocks.Get()
	n := block.Value().No
	call(block.Release)
	return n
}

// The callee calls the literal.
func releaseByLiteral(no int) {
	block := blocks.Get()
	block.Value().No = no
	call(func() {
		block.Release()
	})
}

// The callee calls it in one case, and this function in the other.
func releaseEither(ok bool) {
	block := blocks.Get()
	callIf(ok, block.Release)
	if !ok {
		block.Release()
	}
}

// The release is deferred in the callee, after the work.
func readBlock(no int) error {
	block := blocks.Get()
	return finish(func() error {
		block.Value().No = no
		return check(block.Value())
	}, block.Release)
}

// The function of another package calls it while it holds a lock.
func releaseLocked(mu *sync.Mutex, no int) {
	block := blocks.Get()
	block.Value().No = no
	hook.Locked(mu, func() { block.Release() })
}

// Each try leases a block of its own.
func tryThrice(no int) error {
	return hook.Retry(3, func() error {
		block := blocks.Get()
		defer block.Release()
		block.Value().No = no
		return check(block.Value())
	})
}

// The stack releases the block at the end.
func stacked(no int) error {
	var cleanup hook.Stack
	defer cleanup.Close()
	block := blocks.Get()
	cleanup.Add(block.Release)
	block.Value().No = no
	return check(block.Value())
}

// The literal only borrows the block.
func borrowed() (first byte, err error) {
	err = using(func(b *Block) error {
		first = b.Data[0]
		return check(b)
	})
	return first, err
}

// The literal owns each block.
func countBlocks(n int) (odd int) {
	each(n, func(block rcpool.Ref[Block]) {
		defer block.Release()
		if block.Value().No%2 == 1 {
			odd++
		}
	})
	return odd
}

// The generic function releases the block after the call.
func number() int {
	block := blocks.Get()
	return apply(block, func(b *Block) int { return b.No })
}

// The reader calls what it was given when it is closed.
func readAndClose(no int) error {
	block := blocks.Get()
	r := &reader{block: block.Value(), onClose: block.Release}
	r.block.No = no
	return r.Close()
}
