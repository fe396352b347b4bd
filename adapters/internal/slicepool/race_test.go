package slicepool_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/adapters/internal/slicepool"
	"github.com/rcpool/rcpool/adapters/internal/testbed"
)

const staleVariable = "SLICEPOOL_TEST_STALE"

// The race detector reports a read or write after Put, together with the Put.
func TestPut_StaleUseIsARace(t *testing.T) {
	if !testbed.RaceEnabled {
		t.Skip("needs the race detector")
	}
	for _, use := range []string{"read", "write"} {
		t.Run(use, func(t *testing.T) {
			child := exec.Command(os.Args[0], "-test.run", "^TestStaleUse$")
			child.Env = append(os.Environ(), staleVariable+"="+use)
			out, _ := child.CombinedOutput() // fails because of the race
			if text := string(out); !strings.Contains(text, "WARNING: DATA RACE") || !strings.Contains(text, "TestStaleUse") || !strings.Contains(text, ".Put()") {
				t.Errorf("the output is %s", text)
			}
		})
	}
}

// TestStaleUse is the child of the test above.
func TestStaleUse(t *testing.T) {
	use := os.Getenv(staleVariable)
	if use == "" {
		t.Skip("only runs as a child process")
	}
	s := &slicepool.Pool[byte]{Name: "stale", Min: 64, Max: 1 << 16}
	b := s.Get(1000)
	s.Put(b)
	if use == "read" {
		t.Log(b[500])
	} else {
		b[500] = 1
	}
}
