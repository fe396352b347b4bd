package rcpool_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/rcpool/rcpool"
)

func TestKind_IsWhatErrorsIsFinds(t *testing.T) {
	p := rcpool.Pool[message]{}
	r := p.Get()
	r.Release()
	err, _ := panics(r.Release).(error)
	wrapped := fmt.Errorf("handler: %w", err)
	if !errors.Is(wrapped, rcpool.DoubleRelease) {
		t.Errorf("errors.Is(%v, DoubleRelease) is false", wrapped)
	}
	if errors.Is(wrapped, rcpool.UseAfterRelease) {
		t.Errorf("errors.Is(%v, UseAfterRelease) is true", wrapped)
	}
}

func TestKind_Panics(t *testing.T) {
	for kind, want := range map[rcpool.Kind]bool{
		0:                      false,
		rcpool.DoubleRelease:   true,
		rcpool.StaleRetain:     true,
		rcpool.UseAfterRelease: true,
		rcpool.TooManyRefs:     true,
		rcpool.DetachShared:    true,
		rcpool.ZeroRef:         true,
		rcpool.NilNew:          true,
		rcpool.Leak:            false,
		rcpool.LateWrite:       false,
		rcpool.DirtyReset:      false,
		rcpool.ResetPanic:      false,
		rcpool.KeptPointer:     false,
	} {
		if got := kind.Panics(); got != want {
			t.Errorf("%v.Panics() = %v, want %v", kind, got, want)
		}
	}
}
