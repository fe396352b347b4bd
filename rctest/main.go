package rctest

import (
	"fmt"
	"io"
	"os"

	"github.com/rcpool/rcpool"
)

// VerifyTestMain runs the tests of a package and fails them if a lease of any
// pool that began meanwhile has not ended, or if somebody has kept or written to
// an object of such a lease after its end. It does not return:
//
//	func TestMain(m *testing.M) { rctest.VerifyTestMain(m) }
//
// It checks every lease while the tests run; see rcpool.SetChecking. Like
// [NoLeaks] it lists where the leaked objects were got. It looks only if no test
// has failed. Tests may be parallel, and may call the other functions of this
// package.
func VerifyTestMain(m interface{ Run() int }) { os.Exit(verify(m, os.Stderr)) }

// verify returns the exit code.
func verify(m interface{ Run() int }, w io.Writer) int {
	defer rcpool.SetChecking(1)()
	start := begin()
	code := m.Run()
	if code != 0 {
		return code
	}
	if open := start.openAfter(grace, rcpool.Leases); len(open) > 0 {
		fmt.Fprintln(w, "rctest.VerifyTestMain: "+describe(open, "when all tests had ended"))
		code = 1
	}
	for _, r := range start.reported(rcpool.Reports, overdue) {
		fmt.Fprintf(w, "rctest.VerifyTestMain:\n%v", r)
		code = 1
	}
	return code
}
