//go:build race

package classic_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The race detector reports a use of an object after its last decrement, even on
// the goroutine of the decrement.
func TestRace_UseAfterTheLastDecrement(t *testing.T) {
	const variable = "CLASSIC_USE_AFTER"
	uses := map[string]func(*order) int{
		"read":  func(o *order) int { return o.id },
		"write": func(o *order) int { o.id = 1; return 0 },
	}
	if use := uses[os.Getenv(variable)]; use != nil {
		o := get(newOrders())
		o.id = 7
		o.DecrementReferenceCount()
		t.Log(use(o))
		return
	}
	for name := range uses {
		child := exec.Command(os.Args[0], "-test.run", "^TestRace_UseAfterTheLastDecrement$")
		child.Env = append(os.Environ(), variable+"="+name)
		said, err := child.CombinedOutput()
		if err == nil || !strings.Contains(string(said), "DATA RACE") || !strings.Contains(string(said), "DecrementReferenceCount") {
			t.Errorf("a late %s is not reported: %v\n%s", name, err, said)
		}
	}
}
