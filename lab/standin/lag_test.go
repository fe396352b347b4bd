package standin

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestLag_CallsWaitSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLag(Config{Delay: map[string]Delay{Redis: {low: 10 * time.Millisecond}}}, Redis)
		begin := time.Now()
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				if err := l.wait(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if took := time.Since(begin); took != 10*time.Millisecond {
			t.Errorf("100 calls at a time took %v, want what one takes", took)
		}
	})
}

func TestLag_EndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLag(Config{Delay: map[string]Delay{Redis: {low: time.Hour}}}, Redis)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		if err := l.wait(ctx); err != context.DeadlineExceeded {
			t.Errorf("wait returned %v", err)
		}
		if took := time.Since(begin); took != time.Second {
			t.Errorf("it took %v, want the second of its context", took)
		}
	})
}

func TestLag_SameSeedGivesTheSameDelays(t *testing.T) {
	draw := func(seed uint64, name string) (drawn [10]time.Duration) {
		l := newLag(Config{Seed: seed}, name)
		for i := range drawn {
			drawn[i] = l.delay.Draw(l.rand)
		}
		return drawn
	}
	for _, name := range Names {
		if draw(1, name) != draw(1, name) {
			t.Errorf("%s: seed 1 gave two sequences", name)
		}
		if draw(1, name) == draw(2, name) {
			t.Errorf("%s: seeds 1 and 2 gave the same sequence", name)
		}
	}
}
