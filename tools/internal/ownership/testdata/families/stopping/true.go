package stopping

import (
	"errors"

	"github.com/rcpool/rcpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// The block is never released.
func testOpenLost(t tester) {
	block, err := open(1) // want "leak: "
	require.NoError(t, err)
	require.Equal(t, 1, block.Value().No)
}

// After require.Error there is no block to release.
func testOpenFailsReleased(t tester) {
	block, err := open(-1)
	require.Error(t, err)
	block.Release() // want "zero-ref: "
}

// The block is read after its release.
func testOpenNilLate(t tester) {
	block, err := open(2)
	require.Nil(t, err)
	block.Release()
	require.Equal(t, 2, block.Value().No) // want "use-after-release: "
}

// assert does not end the test.
func testOpenAssertUsed(t tester) {
	block, err := open(-3)
	defer rcpool.Drop(&block)
	assert.NoError(t, err)
	assert.True(t, block.Value().No == 3) // want "zero-ref: "
}

// The block is released now and when the test ends.
func testCleanupTwice(t tester) {
	block, err := open(4)
	require.NoError(t, err)
	t.Cleanup(block.Release)
	require.Equal(t, 4, block.Value().No)
	block.Release() // missed "double-release: "
}

// The block is used although the error says that there is none.
func numberWrong(no int) int {
	block, err := openTyped(no)
	if err != nil {
		return block.Value().No // want "zero-ref: "
	}
	n := block.Value().No
	block.Release()
	return n
}

// The block with an odd number is lost.
func numberOrStatusLost(no int) (int, error) {
	block, code := openStatus(no) // want "leak: "
	if code != 0 {
		return 0, code
	}
	n := block.Value().No
	if n%2 == 1 {
		return n, nil
	}
	block.Release()
	return n, nil
}

// The release is deferred before the status is looked at.
func numberFoundEarly(no int) int {
	block, code := openStatus(no)
	defer block.Release() // want "zero-ref: "
	if code == notFound {
		return -1
	}
	return block.Value().No
}

// One kind of error is taken for success.
func retryTypedWrong(no int) (int, error) {
	block, err := open(no)
	if err != nil && !errors.Is(err, errNoBlock) {
		return 0, err
	}
	defer rcpool.Drop(&block)
	return block.Value().No, nil // want "zero-ref: "
}

// The group is waited for after the release.
func parallelLate(no int) error {
	block, err := open(no)
	if err != nil {
		return err
	}
	value := block.Value()
	var g errgroup.Group
	g.Go(func() error { return use(value) }) // want "escape: "
	block.Release()
	return g.Wait()
}

// The data is the block's.
func dataBytes(no int) ([]byte, error) {
	block, err := open(no)
	if err != nil {
		return nil, err
	}
	defer block.Release()
	return block.Value().Data, nil // want "escape: "
}
