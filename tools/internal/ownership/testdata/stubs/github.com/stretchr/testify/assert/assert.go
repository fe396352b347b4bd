// Package assert has a part of the API of testify's package of this name. Its
// functions report whether the assertion holds.
package assert

import (
	"errors"
	"reflect"
)

// TestingT is what the functions need of a *testing.T.
type TestingT interface {
	Errorf(format string, args ...any)
}

// NoError asserts that err is nil.
func NoError(t TestingT, err error, msgAndArgs ...any) bool {
	if err != nil {
		t.Errorf("unexpected error: %v %v", err, msgAndArgs)
		return false
	}
	return true
}

// Error asserts that err is not nil.
func Error(t TestingT, err error, msgAndArgs ...any) bool {
	if err == nil {
		t.Errorf("an error is expected %v", msgAndArgs)
		return false
	}
	return true
}

// ErrorIs asserts that err is target.
func ErrorIs(t TestingT, err, target error, msgAndArgs ...any) bool {
	if !errors.Is(err, target) {
		t.Errorf("%v is not %v %v", err, target, msgAndArgs)
		return false
	}
	return true
}

// Nil asserts that object is nil.
func Nil(t TestingT, object any, msgAndArgs ...any) bool {
	if !isNil(object) {
		t.Errorf("%v is not nil %v", object, msgAndArgs)
		return false
	}
	return true
}

// NotNil asserts that object is not nil.
func NotNil(t TestingT, object any, msgAndArgs ...any) bool {
	if isNil(object) {
		t.Errorf("nil %v", msgAndArgs)
		return false
	}
	return true
}

// True asserts that value is true.
func True(t TestingT, value bool, msgAndArgs ...any) bool {
	if !value {
		t.Errorf("false %v", msgAndArgs)
		return false
	}
	return true
}

// Equal asserts that the two are equal.
func Equal(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	if !reflect.DeepEqual(expected, actual) {
		t.Errorf("%v is not %v %v", actual, expected, msgAndArgs)
		return false
	}
	return true
}

func isNil(object any) bool {
	if object == nil {
		return true
	}
	switch v := reflect.ValueOf(object); v.Kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return v.IsNil()
	}
	return false
}
