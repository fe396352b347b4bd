package machine_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/machine"
)

func TestLoad_SaysWhatIsKnown(t *testing.T) {
	unknown := machine.Load{Before: -1, After: -1, Pressure: -1, Steal: -1, Others: -1}
	if got := unknown.String(); got != "not known on this system" || unknown.Busy() != "" {
		t.Errorf("%q, busy %q", got, unknown.Busy())
	}
	some := machine.Load{Before: 0.25, After: 1.5, Pressure: 0.3, Steal: -1, Others: 0.02}
	if got, want := some.String(), "others used 2.0 % of the processors, something waited for a processor 30 % of the time, load average 0.2 before, 1.5 after"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLoad_NamesWhatMadeTheMachineBusy(t *testing.T) {
	for want, load := range map[string]machine.Load{
		"":                              {Others: 0.01, Steal: 0.001},
		"Other processes used 30 %":     {Others: 0.3},
		"The hypervisor took 8 % of":    {Steal: 0.08},
		"Other processes used 30 % of ": {Others: 0.3, Steal: 0.08},
	} {
		if got := load.Busy(); !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("%+v: %q, want %q", load, got, want)
		}
	}
}

func TestMeter_CountsItsOwnWorkAsItsOwn(t *testing.T) {
	if _, err := os.Stat("/proc/stat"); err != nil {
		t.Skip("needs /proc")
	}
	m := machine.Measure()
	sum := 0
	for l := m.Since(); l.Others < 0; l = m.Since() { // until a tick of the clock has passed
		for i := range 1_000_000 {
			sum += i
		}
	}
	l := m.Since()
	if l.Others < 0 || l.Others > 1 || l.Steal < 0 || l.Steal > 1 || l.Pressure > 1 || l.After < 0 {
		t.Errorf("%+v after %d", l, sum)
	}
	if text, err := json.Marshal(l); err != nil || !strings.Contains(string(text), "others_share") {
		t.Errorf("%s, %v", text, err)
	}
}
