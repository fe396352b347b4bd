// Package require has a part of the API of testify's package of this name. Its
// functions end the test if the assertion does not hold.
package require

import "github.com/stretchr/testify/assert"

// TestingT is what the functions need of a *testing.T.
type TestingT interface {
	Errorf(format string, args ...any)
	FailNow()
}

// NoError is like assert.NoError, but ends the test if the assertion does not hold.
func NoError(t TestingT, err error, msgAndArgs ...any) {
	if assert.NoError(t, err, msgAndArgs...) {
		return
	}
	t.FailNow()
}

// Error is like assert.Error, but ends the test if the assertion does not hold.
func Error(t TestingT, err error, msgAndArgs ...any) {
	if assert.Error(t, err, msgAndArgs...) {
		return
	}
	t.FailNow()
}

// ErrorIs is like assert.ErrorIs, but ends the test if the assertion does not hold.
func ErrorIs(t TestingT, err, target error, msgAndArgs ...any) {
	if assert.ErrorIs(t, err, target, msgAndArgs...) {
		return
	}
	t.FailNow()
}

// Nil is like assert.Nil, but ends the test if the assertion does not hold.
func Nil(t TestingT, object any, msgAndArgs ...any) {
	if assert.Nil(t, object, msgAndArgs...) {
		return
	}
	t.FailNow()
}

// NotNil is like assert.NotNil, but ends the test if the assertion does not hold.
func NotNil(t TestingT, object any, msgAndArgs ...any) {
	if assert.NotNil(t, object, msgAndArgs...) {
		return
	}
	t.FailNow()
}

// True is like assert.True, but ends the test if the assertion does not hold.
func True(t TestingT, value bool, msgAndArgs ...any) {
	if assert.True(t, value, msgAndArgs...) {
		return
	}
	t.FailNow()
}

// Equal is like assert.Equal, but ends the test if the assertion does not hold.
func Equal(t TestingT, expected, actual any, msgAndArgs ...any) {
	if assert.Equal(t, expected, actual, msgAndArgs...) {
		return
	}
	t.FailNow()
}
