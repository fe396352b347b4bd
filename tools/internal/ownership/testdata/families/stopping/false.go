package stopping

import (
	"errors"
	"slices"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// After require.NoError the block is there.
func testOpen(t tester) {
	block, err := open(1)
	require.NoError(t, err)
	defer block.Release()
	require.Equal(t, 1, block.Value().No)
}

// After require.Error there is none.
func testOpenFails(t tester) {
	_, err := open(-1)
	require.Error(t, err)
	require.ErrorIs(t, err, errNoBlock)
}

// After require.Nil the block is there.
func testOpenNil(t tester) {
	block, err := open(2)
	require.Nil(t, err)
	require.NotNil(t, block.Value())
	block.Release()
}

// assert reports whether it holds.
func testOpenAssert(t tester) {
	block, err := open(3)
	if !assert.NoError(t, err) {
		return
	}
	assert.True(t, block.Value().No == 3)
	block.Release()
}

// The test releases the block when it ends.
func testCleanup(t tester) {
	block, err := open(4)
	require.NoError(t, err)
	t.Cleanup(block.Release)
	require.Equal(t, 4, block.Value().No)
}

// The error is a pointer of another type.
func number(no int) (int, error) {
	block, err := openTyped(no)
	if err != nil {
		return 0, err
	}
	defer block.Release()
	return block.Value().No, nil
}

// The error is a number.
func numberOrStatus(no int) (int, error) {
	block, code := openStatus(no)
	if code != 0 {
		return 0, code
	}
	n := block.Value().No
	block.Release()
	return n, nil
}

// The error is compared with a value of its type.
func numberFound(no int) int {
	block, code := openStatus(no)
	if code == notFound {
		return -1
	}
	defer block.Release()
	return block.Value().No
}

// The error is looked at as its type.
func retryTyped(no int) (int, error) {
	block, err := open(no)
	var failed *openError
	if errors.As(err, &failed) {
		return failed.no, nil
	}
	if err != nil {
		return 0, err
	}
	defer block.Release()
	return block.Value().No, nil
}

// The group is waited for before the release.
func parallel(no int) error {
	block, err := open(no)
	if err != nil {
		return err
	}
	defer block.Release()
	var g errgroup.Group
	g.Go(func() error { return use(block.Value()) })
	g.Go(func() error { return use(block.Value()) })
	return g.Wait()
}

// slices.Clone copies the bytes.
func data(no int) ([]byte, error) {
	block, err := open(no)
	if err != nil {
		return nil, err
	}
	defer block.Release()
	return slices.Clone(block.Value().Data), nil
}
