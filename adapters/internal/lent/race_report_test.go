package lent_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/adapters/internal/lent"
)

const staleVariable = "LENT_TEST_STALE"

// Under the race detector, who reads or writes what was put back is named, and
// so is the Put.
func TestPut_StaleUseIsARace(t *testing.T) {
	if !raceEnabled {
		t.Skip("needs the race detector")
	}
	for _, use := range []string{"read", "write"} {
		t.Run(use, func(t *testing.T) {
			child := exec.Command(os.Args[0], "-test.run", "^TestStaleUse$")
			child.Env = append(os.Environ(), staleVariable+"="+use)
			out, _ := child.CombinedOutput() // it fails, for there is a race
			if text := string(out); !strings.Contains(text, "WARNING: DATA RACE") || !strings.Contains(text, "TestStaleUse") || !strings.Contains(text, ".Put()") {
				t.Errorf("said %s", text)
			}
		})
	}
}

// TestStaleUse is the child of the test above.
func TestStaleUse(t *testing.T) {
	use := os.Getenv(staleVariable)
	if use == "" {
		t.Skip("has nothing to do by itself")
	}
	s := &lent.Slices[byte]{Name: "stale", Min: 64, Max: 1 << 16}
	b := s.Get(1000)
	s.Put(b)
	if use == "read" {
		t.Log(b[500])
	} else {
		b[500] = 1
	}
}
