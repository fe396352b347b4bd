package rcpool_test

import (
	"os"
	"testing"

	"github.com/rcpool/rcpool"
)

// initialChecking is what the program began with.
var initialChecking int

// The tests misuse references by the thousand, and need objects to be leased
// again, which those of checked leases never are. Tests of the checks turn them
// on.
func TestMain(m *testing.M) {
	initialChecking = rcpool.Checking()
	rcpool.SetChecking(0)
	rcpool.OnReport(func(rcpool.Report) {})
	os.Exit(m.Run())
}
