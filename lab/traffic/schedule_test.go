package traffic

import (
	"fmt"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

func scheduleOf(t *testing.T, count int, rate float64) *schedule {
	return newSchedule(t.Context(), Block{Count: count, Rate: rate})
}

func TestSchedule_PoissonArrivalsAreIrregularAndRepeatable(t *testing.T) {
	b := Block{Seed: 3, First: 100, Count: 1000, Rate: 500, Arrivals: Poisson}
	s, again := newSchedule(t.Context(), b), newSchedule(t.Context(), b)
	b.First = 1100
	next := newSchedule(t.Context(), b)
	short, same := 0, true
	for i := uint64(0); i < 1000; i++ {
		if s.due(i) != again.due(i) {
			t.Fatal("the same block has another schedule")
		}
		same = same && s.due(i) == next.due(i)
		if i == 0 {
			continue
		}
		gap := s.due(i) - s.due(i-1)
		if gap < 0 {
			t.Fatal("a request is due before the one in front of it")
		}
		if gap < time.Millisecond { // half the mean
			short++
		}
	}
	if same {
		t.Error("the next block has the same schedule")
	}
	// Exponential distances are below half their mean in 39 % of all cases; constant ones never.
	if short < 340 || short > 450 {
		t.Errorf("%d of 999 distances are below half the mean", short)
	}
	if s.due(999) > s.span() || s.span() != 2*time.Second {
		t.Errorf("the last request is due at %v of %v", s.due(999), s.span())
	}
}

func TestSchedule_BurstsComeAtOnceAndKeepTheRate(t *testing.T) {
	b := Block{Count: 60, Rate: 200, Arrivals: Bursts}
	for shards := range 3 {
		b.Shards = shards
		for b.Shard = range max(shards, 1) {
			s := newSchedule(t.Context(), b)
			for i := range b.size() {
				if got, want := s.due(uint64(i)), time.Duration(b.place(i)/BurstSize)*100*time.Millisecond; got != want {
					t.Fatalf("shard %d of %d: request %d is due at %v, want %v", b.Shard, shards, i, got, want)
				}
			}
		}
	}
}

func TestTally_LatencyCountsFromTheSchedule(t *testing.T) {
	s := scheduleOf(t, 2, 10)
	s.began = time.Now()
	late := 500 * time.Millisecond
	r := tally(s.block, s, []vegeta.Result{
		{Seq: 0, Timestamp: s.began, Latency: 30 * time.Millisecond, Code: 200},
		{Seq: 1, Timestamp: s.began.Add(s.due(1) + late), Latency: 30 * time.Millisecond, Code: 200},
	})
	if r.Latency.Max() != 530*time.Millisecond || r.Lateness.Max() != late {
		t.Errorf("latency %v, lateness %v, want the wait of the late request in both", r.Latency.Max(), r.Lateness.Max())
	}
}

func TestPace_EachRequestHasItsTime(t *testing.T) {
	s := scheduleOf(t, 4, 10)
	for sent, want := range []time.Duration{0, 100 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond} {
		if wait, stop := s.Pace(0, uint64(sent)); wait != want || stop {
			t.Errorf("request %d: wait %v, stop %v, want %v", sent, wait, stop, want)
		}
	}
	if _, stop := s.Pace(0, 4); !stop {
		t.Error("a fifth request is sent")
	}
	if s.overrun != "" {
		t.Errorf("overrun %q", s.overrun)
	}
}

// An open loop catches up with its schedule; it does not shift it.
func TestPace_LateRequestsAreSentAtOnce(t *testing.T) {
	s := scheduleOf(t, 100, 10)
	if wait, stop := s.Pace(550*time.Millisecond, 3); wait > 0 || stop {
		t.Errorf("wait %v, stop %v", wait, stop)
	}
	if wait, _ := s.Pace(550*time.Millisecond, 6); wait != 50*time.Millisecond {
		t.Errorf("wait %v, want 50ms", wait)
	}
}

func TestPace_EndsWhatCannotBeDriven(t *testing.T) {
	late := scheduleOf(t, 1000, 100)
	if _, stop := late.Pace(2*time.Second, 50); !stop || late.overrun == "" {
		t.Error("1.5 s behind the schedule it goes on")
	}
	waiting := scheduleOf(t, 100_000, 100_000)
	waiting.answered.Store(10)
	if _, stop := waiting.Pace(0, maxInFlight+9); stop {
		t.Error("it stops one too early")
	}
	if _, stop := waiting.Pace(0, maxInFlight+10); !stop || waiting.overrun == "" {
		t.Errorf("with %d in flight it goes on", maxInFlight)
	}
}

func TestTally_AttackAndWaitAreVegetas(t *testing.T) {
	s := scheduleOf(t, 100, 10)
	s.began = time.Now()
	var hits []vegeta.Result
	for i := range 100 {
		hits = append(hits, vegeta.Result{Seq: uint64(99 - i), Timestamp: s.began.Add(time.Duration(99-i) * 100 * time.Millisecond), Latency: 30 * time.Millisecond, Code: 200})
	}
	r := tally(s.block, s, hits)
	if r.Attack != 9900*time.Millisecond || r.Wait != 30*time.Millisecond || r.Lateness.Max() > time.Microsecond {
		t.Errorf("attack %v, wait %v, lateness %v", r.Attack, r.Wait, r.Lateness.Max())
	}
	if rate := fmt.Sprintf("%.2f", r.Rate()); rate != "10.10" {
		t.Errorf("rate %s, want vegeta's 10.10", rate)
	}
}

func TestTally_TellsAQueueFromASlowMoment(t *testing.T) {
	for _, test := range []struct {
		name   string
		answer func(i int) time.Duration
		queued int
	}{
		{"steady", func(int) time.Duration { return 40 * time.Millisecond }, 0},
		{"growing", func(i int) time.Duration { return time.Duration(40+5*i) * time.Millisecond }, 1},
		{"one slow moment in the middle", func(i int) time.Duration {
			if i == 50 {
				return 3 * time.Second
			}
			return 40 * time.Millisecond
		}, 0},
		{"growing by little", func(i int) time.Duration { return time.Duration(10+i/5) * time.Millisecond }, 0},
	} {
		s := scheduleOf(t, 100, 100)
		s.began = time.Now()
		var hits []vegeta.Result
		for i := range 100 {
			hits = append(hits, vegeta.Result{Seq: uint64(i), Timestamp: s.began.Add(s.due(uint64(i))), Latency: test.answer(i), Code: 200})
		}
		if r := tally(s.block, s, hits); r.Queued != test.queued {
			t.Errorf("%s: queued %d, want %d", test.name, r.Queued, test.queued)
		}
	}
}

func TestAdd_KeepsAFewErrorTextsAndCountsTheRest(t *testing.T) {
	var sum Result
	for i := range 50 {
		sum.Add(Result{Requests: 2, Errors: map[string]int{fmt.Sprintf("error %02d", i): 2}, Codes: map[string]int{"0": 1, "200": 1}})
	}
	total := 0
	for _, n := range sum.Errors {
		total += n
	}
	if len(sum.Errors) != maxErrorTexts+1 || total != 100 {
		t.Errorf("%d texts for %d errors", len(sum.Errors), total)
	}
	if sum.Success() != 0.5 || sum.Codes["0"] != 50 {
		t.Errorf("success %v, codes %v", sum.Success(), sum.Codes)
	}
}

func TestSchedule_ShardsHaveTheTimesOfTheBlock(t *testing.T) {
	for _, arrivals := range []Arrivals{Constant, Poisson} {
		whole := Block{Seed: 3, First: 100, Count: 101, Rate: 500, Arrivals: arrivals}
		s := newSchedule(t.Context(), whole)
		sent := 0
		for shard := range 4 {
			part := whole
			part.Shard, part.Shards = shard, 4
			own := newSchedule(t.Context(), part)
			for i := range part.size() {
				sent++
				if got, want := own.due(uint64(i)), s.due(uint64(part.place(i))); got != want {
					t.Errorf("%s: request %d of shard %d is due at %v, and in the whole block at %v", arrivals, i, shard, got, want)
				}
			}
		}
		if sent != whole.Count {
			t.Errorf("%s: the shards send %d of %d requests", arrivals, sent, whole.Count)
		}
	}
}

func TestPace_StartsWhenTheBlockSays(t *testing.T) {
	start := time.Now().Add(-300 * time.Millisecond)
	s := newSchedule(t.Context(), Block{Count: 10, Rate: 0.5, Start: start})
	if wait, stop := s.Pace(0, 1); stop || wait > 1700*time.Millisecond || !s.began.Equal(start) {
		t.Errorf("the second request, due 2 s after the start, waits another %v, %v", wait, stop)
	}
}
