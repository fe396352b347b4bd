package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
)

func TestSoak_CorrectLeasesAreNotReported(t *testing.T) {
	defer rcpool.SetChecking(1)() // more than soak asks for
	var out, err bytes.Buffer
	if code := soak(t.Context(), []string{"-leases", "20000", "-within", "0"}, &out, &err); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, &out, &err)
	}
	if !strings.Contains(out.String(), ": 0 reports, 0 lost, 0 open") {
		t.Errorf("soak prints %s", &out)
	}
}

// All leases are checked, to find the mistakes sooner. But then a garbage collection
// has so much to do that, on a slow machine, it takes longer than the goroutine keeps
// its pointer. So that mistake is looked for as soak does, with the default settings.
func TestMistake_IsReportedWithItsLine(t *testing.T) {
	for _, m := range mistakes() {
		t.Run(m.name, func(t *testing.T) {
			if m.kind != rcpool.KeptPointer {
				defer rcpool.SetChecking(1)()
			} else if race.Enabled {
				t.Skip("the mistake is a race")
			}
			// Soak itself gives a minute. Here other tests may have the processors.
			found, err := m.try(t.Context(), 4*time.Minute, 5000, nil)
			if err != nil || !found.right() {
				t.Errorf("%v, %v", found, err)
			}
		})
	}
}

func TestMistake_ThatNobodyMakesIsNotFound(t *testing.T) {
	m := mistakes()[1]
	m.request = func(int) {}
	found, err := m.try(t.Context(), 200*time.Millisecond, 100, nil)
	if err != nil || found.right() || !strings.Contains(found.String(), "no report") {
		t.Errorf("%v, %v, want no report", found, err)
	}
}

func TestSoak_RefusesWhatMakesNoSense(t *testing.T) {
	for _, args := range []string{"-leases -1", "-within -1s", "-rate 0", "-rte 1", "more"} {
		var out, err bytes.Buffer
		if code := soak(t.Context(), strings.Fields(args), &out, &err); code != 2 || !strings.Contains(err.String(), "-help") {
			t.Errorf("soak %s: exit code %d, %q", args, code, &err)
		}
	}
}
