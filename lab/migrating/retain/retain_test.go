package retain_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/rcpool/rcpool/lab/migrating/retain/after"
	"github.com/rcpool/rcpool/lab/migrating/retain/before"
	"github.com/rcpool/rcpool/rctest"
)

func TestFan_IsTheSame(t *testing.T) {
	rctest.NoLeaks(t)
	message := strings.Repeat("hello ", 1000) // large enough for grpc to pool it
	for name, fan := range map[string]func(*sync.WaitGroup, string, ...func([]byte)){"before": before.Fan, "after": after.Fan} {
		var done sync.WaitGroup
		got := make(chan string, 2)
		sink := func(b []byte) { got <- string(b) }
		fan(&done, message, sink, sink)
		done.Wait()
		if a, b := <-got, <-got; a != message || b != message {
			t.Errorf("%s: %d and %d bytes came, want %d", name, len(a), len(b), len(message))
		}
	}
}
