package sampling

import (
	"runtime"
	"testing"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
)

// enter gives a slot its counter, which stays in the ledger until the test ends.
func enter(t *testing.T, l *ledger.Ledger) *ledger.Counter {
	t.Helper()
	current := new(race.Pointer[ledger.Chunk])
	chunk, c := l.Enter(current)
	t.Cleanup(func() {
		runtime.KeepAlive(chunk)
		runtime.KeepAlive(l)
	})
	return c
}

func TestChange_CanBePutBack(t *testing.T) {
	before := Current()
	Change(func(s *Settings) { s.OneIn, s.Every, s.Deterministic = 7, 3, true })
	if !Deterministic() {
		t.Error("pools are not deterministic")
	}
	if got, want := Current(), (Settings{OneIn: 7, Every: 3, Deterministic: true}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	Change(func(s *Settings) { *s = before })
	if got := Current(); got != before || Deterministic() != before.Deterministic {
		t.Errorf("got %+v, want what it was: %+v", got, before)
	}
}
