package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/rcpool/rcpool/rctest"
)

// test runs f as a test that looks for leaks, if the pool has a way: rctest for
// rcpool. (That of grpc is internal.)
func test(f func()) {
	t := new(leakTest)
	rctest.NoLeaks(t)
	f()
	t.end()
}

// A leakTest is the part of a testing.T that rctest.NoLeaks needs.
type leakTest struct {
	testing.TB
	cleanup []func()
}

func (t *leakTest) Helper()                  {}
func (t *leakTest) Cleanup(f func())         { t.cleanup = append(t.cleanup, f) }
func (t *leakTest) Setenv(key, value string) { os.Setenv(key, value) }

// Failed reports true, so that NoLeaks does not wait.
func (t *leakTest) Failed() bool { return true }

func (t *leakTest) Error(args ...any) { observe(event{What: failed, Said: fmt.Sprint(args...)}) }

func (t *leakTest) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func (t *leakTest) end() {
	for _, f := range t.cleanup {
		f()
	}
}
