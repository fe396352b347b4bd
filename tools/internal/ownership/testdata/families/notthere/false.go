package notthere

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// An update after the close is refused before it publishes.
func (b *board) update(version int) error {
	old, ok := b.acquire()
	if !ok {
		return errClosed
	}
	defer old.Release()
	next := rosters.Get()
	next.Value().version = version
	b.publish(next)
	return nil
}

func updateAfterClose() error {
	b := newBoard()
	if err := b.update(1); err != nil {
		return err
	}
	b.close()
	return b.update(2)
}

// Nothing is read of a roster that is not there.
func (b *board) version() int {
	old, ok := b.current.TryRetain()
	if !ok {
		return -1
	}
	defer old.Release()
	return b.current.Value().version
}

func versionAfterClose() bool {
	b := newBoard()
	b.close()
	return b.version() < 0
}

// A move leaves nothing to retain.
func versionAfterMove() (int, error) {
	b := newBoard()
	moved := rcpool.Move(&b.current)
	defer moved.Release()
	if b.update(3) == nil {
		return 0, errors.New("updated what was moved")
	}
	return moved.Value().version, nil
}
