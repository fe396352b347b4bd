package rctest

import (
	"fmt"
	"io"
	"os"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/sampling"
)

// VerifyTestMain runs the tests of a package and fails them if a lease of any
// pool that began meanwhile has not ended. It does not return:
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
	since := sampling.LatestNumber()
	if code := m.Run(); code != 0 {
		return code
	}
	if open := openAfter(grace, since, rcpool.Leases); len(open) > 0 {
		fmt.Fprintln(w, "rctest.VerifyTestMain: "+describe(open, "when all tests had ended"))
		return 1
	}
	return 0
}
