package funcargs

import (
	"sync"

	"github.com/rcpool/rcpool"

	"test/families/funcargs/hook"
)

// The callee has released the block.
func releaseByCallTwice() {
	block := blocks.Get()
	call(block.Release)
	block.Release() // want "double-release: "
}

// The callee has called the literal, and the number is read after it.
func releaseByLiteralAndUse(no int) int {
	block := blocks.Get()
	block.Value().No = no
	call(func() {
		block.Release()
	})
	return block.Value().No // want "use-after-release: "
}

// In one case nobody releases the block.
func releaseMaybe(ok bool) {
	block := blocks.Get() // want "leak: "
	callIf(ok, block.Release)
}

// The callee has released the block, and the deferred call does so again.
func readBlockTwice(no int) error {
	block := blocks.Get()
	defer block.Release()
	return finish(func() error { // want "double-release: "
		block.Value().No = no
		return check(block.Value())
	}, block.Release)
}

// The function of another package has released the block.
func releaseLockedAndUse(mu *sync.Mutex, no int) int {
	block := blocks.Get()
	block.Value().No = no
	hook.Locked(mu, func() { block.Release() })
	return block.Value().No // missed "use-after-release: "
}

// Each try releases the same block.
func tryThriceWithOne(no int) error {
	block := blocks.Get()
	block.Value().No = no
	return hook.Retry(3, func() error {
		defer block.Release() // missed "double-release: "
		return check(block.Value())
	})
}

// The stack releases the block, and so does this function if it fails.
func stackedTwice(no int) error {
	var cleanup hook.Stack
	defer cleanup.Close()
	block := blocks.Get()
	cleanup.Add(block.Release)
	block.Value().No = no
	if err := check(block.Value()); err != nil {
		block.Release() // missed "double-release: "
		return err
	}
	return nil
}

// The literal keeps what it has borrowed.
func borrowedLonger() (byte, error) {
	var kept *Block
	err := using(func(b *Block) error {
		kept = b
		return nil
	})
	return kept.Data[0], err // want "(use-after-release|escape): "
}

// The literal loses the blocks with an even number.
func countBlocksLost(n int) (odd int) {
	each(n, func(block rcpool.Ref[Block]) { // want "leak: "
		if block.Value().No%2 == 1 {
			odd++
			block.Release()
		}
	})
	return odd
}

// The generic function has released the block.
func numberTwice() int {
	block := blocks.Get()
	defer block.Release()
	return apply(block, func(b *Block) int { return b.No }) // want "double-release: "
}

// The callee calls the method value twice.
func releaseTwiceByCallee() {
	block := blocks.Get()
	twice(block.Release) // want "double-release: "
}
