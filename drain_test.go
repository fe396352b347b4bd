package rcpool_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

func TestDrain_WaitsForTheLastRelease(t *testing.T) {
	p := rcpool.Pool[message]{Name: "drained"}
	if err := p.Drain(t.Context()); err != nil {
		t.Errorf("an unused pool: %v", err)
	}
	r := p.Get()
	second := r.Retain()
	drained := make(chan error)
	go func() { drained <- p.Drain(context.Background()) }()
	r.Release()
	select {
	case err := <-drained:
		t.Fatalf("it returned %v while the object was leased", err)
	case <-time.After(20 * time.Millisecond): // it looks several times
	}
	second.Release()
	if err := <-drained; err != nil {
		t.Error(err)
	}
}

// The error names the pools, and who holds what.
func TestDrain_SaysWhatIsOut(t *testing.T) {
	checked, unchecked := rcpool.Pool[message]{Name: "held, checked"}, rcpool.Pool[message]{Name: "held, unchecked"}
	defer checked.SetChecking(1)()
	defer unchecked.SetChecking(0)()
	a, b := checked.Get(), unchecked.Get()
	defer a.Release()
	defer b.Release()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		drain     func(context.Context) error
		want, not []string
	}{
		{checked.Drain, []string{"1 of pool held, checked", "drain_test.go:"}, []string{"held, unchecked"}},
		{unchecked.Drain, []string{"1 of pool held, unchecked", "RCPOOL_CHECK=1"}, []string{"held, checked"}},
		{rcpool.Drain, []string{"1 of pool held, checked", "1 of pool held, unchecked", "drain_test.go:"}, nil},
	} {
		err := test.drain(over)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want the error of the context", err)
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q lacks %q", err, want)
			}
		}
		for _, not := range test.not {
			if strings.Contains(err.Error(), not) {
				t.Errorf("%q has %q", err, not)
			}
		}
	}
}

// A lease that leaked counts as in use until the other objects of its chunk are
// gone. The error tells it from those that somebody holds.
func TestDrain_SaysWhatHasLeaked(t *testing.T) {
	c := checked(t)
	p := rcpool.Pool[message]{Name: "leaky"}
	held := acquireHere(&p)
	leakHere(&p)
	c.only(t, rcpool.Leak)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name, open, leaked string
	}{
		{"one held and one leaked", "acquireHere", "retainHere"},
		{"one leaked", "1 of pool leaky", "retainHere"},
	} {
		err := p.Drain(over)
		if err == nil {
			t.Fatalf("%s: it did not fail", test.name)
		}
		open, leaked, _ := strings.Cut(err.Error(), "leaked")
		if !strings.Contains(open, test.open) || strings.Contains(open, test.leaked) || !strings.Contains(leaked, test.leaked) || strings.Contains(leaked, "acquireHere") {
			t.Errorf("%s: got %v", test.name, err)
		}
		if held.Valid() {
			held.Release()
		}
	}
}
