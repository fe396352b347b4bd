package machine_test

import (
	"runtime"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/machine"
)

func TestResident(t *testing.T) {
	now, peak := machine.Resident()
	if runtime.GOOS != "linux" {
		if now != 0 || peak != 0 {
			t.Errorf("%d and %d bytes, and nothing tells", now, peak)
		}
		return
	}
	memory := make([]byte, 64<<20)
	for at := 0; at < len(memory); at += 4096 {
		memory[at] = 1
	}
	later, most := machine.Resident()
	if now == 0 || peak < now || later < now+32<<20 || most < later {
		t.Errorf("%d bytes, at most %d; with 64 MiB more %d bytes, at most %d", now, peak, later, most)
	}
	runtime.KeepAlive(memory)
}
