package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/lab/request"
)

// A body may give a list twice, the second time shorter. Its elements behind the
// end must not come back in the next body, whose items leave fields out.
func TestReset_NothingOfABodyComesBack(t *testing.T) {
	first := []byte(`{"items":[{"sku":"a","quantity":1},{"sku":"b","quantity":2}],"items":[{"sku":"c"}],"attributes":{"x":"y"},"user":"u"}`)
	second := []byte(`{"items":[{"category":"d"},{"category":"e"}],"attributes":{"z":"z"}}`)

	var c call
	if err := json.Unmarshal(first, &c.Quote); err != nil {
		t.Fatal(err)
	}
	c.Reset()
	if err := json.Unmarshal(second, &c.Quote); err != nil {
		t.Fatal(err)
	}
	var fresh call
	if err := json.Unmarshal(second, &fresh.Quote); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c.Quote, fresh.Quote) {
		t.Errorf("a reset call decodes a body as\n%+v\nand a fresh one as\n%+v", c.Quote, fresh.Quote)
	}
}

func TestKeep_OversizedObjectsAreLeftToTheCollector(t *testing.T) {
	var o objects
	o.describe(Pooled)
	b := o.buffers.get()
	b.value().Write(make([]byte, keepBuffer+1))
	b.release()
	c := o.calls.get()
	c.value().Items = make([]request.Item, keepItems+1)
	c.release()
	a := o.answers.get()
	a.value().Lines = make([]request.Line, keepItems+1)
	a.release()
	for _, pool := range o.stats() {
		want := uint64(0)
		switch pool.Name {
		case "buffer", "call", "answer":
			want = 1
		}
		if pool.Retired != want || pool.InUse != 0 {
			t.Errorf("pool %s: %d retired, want %d; %d in use, want 0", pool.Name, pool.Retired, want, pool.InUse)
		}
	}
}

func TestGrowth_CountsLeasesInWhichABufferGrew(t *testing.T) {
	var o objects
	o.describe(Pooled)
	b := new(sizedBuffer) // one object, since a pool may give another
	for _, use := range []struct{ bytes, leases int }{{1000, 1}, {500, 1}, {1000, 1}, {5000, 2}, {5000, 2}} {
		b.Write(make([]byte, use.bytes))
		o.buffers.pool.Reset(b)
		if got := o.growth.seen(); got.Leases != uint64(use.leases) || got.Bytes != uint64(b.Cap()) || b.Len() != 0 {
			t.Errorf("after %d bytes: %+v with a capacity of %d", use.bytes, got, b.Cap())
		}
	}
}

func TestEvent_LastReleaseGivesTheCallBack(t *testing.T) {
	var o objects
	o.describe(Pooled)
	c := o.calls.get()
	e := o.events.get()
	e.value().call = c.retain()
	c.release()
	if got := o.calls.pool.Stats().InUse; got != 1 {
		t.Fatalf("%d calls in use while an event holds one", got)
	}
	e.release()
	if got := o.calls.pool.Stats().InUse; got != 0 {
		t.Errorf("%d calls in use after the event is gone", got)
	}
}

func TestPlain_UsesNoPool(t *testing.T) {
	var o objects
	o.describe(Plain)
	one := o.buffers.get()
	first := one.value()
	first.WriteString("kept by the one that still points to it")
	one.release()
	again := o.buffers.get()
	if again.value() == first || again.value().Len() != 0 {
		t.Error("the plain variant gave an object out twice")
	}
	again.release()
	if gets := o.buffers.pool.Stats().Gets; gets != 0 {
		t.Errorf("the pool was asked %d times", gets)
	}
	if allocations := testing.AllocsPerRun(100, func() {
		l := o.buffers.get()
		shared := l.retain()
		shared.release()
		l.release()
	}); allocations > 1 {
		t.Errorf("a plain lease makes %v allocations, want the object alone", allocations)
	}
}

func TestByHand_LastReleasePutsTheObjectBackEmpty(t *testing.T) {
	var o objects
	o.describe(ByHand)
	c := o.calls.get()
	counter := c.hand
	counter.object.Items = make([]request.Item, 3, 5)
	counter.object.token = "of the first request"
	e := o.events.get()
	e.value().call = c.retain()
	held := c.hold(func(c *call) {
		if c.token == "" {
			t.Error("the call was emptied while somebody held it")
		}
	})
	c.release()
	held()
	if counter.object.token == "" {
		t.Error("the call was emptied while an event held it")
	}
	e.release()
	if got := counter.object; got.token != "" || len(got.Items) != 0 || cap(got.Items) != 5 {
		t.Errorf("after the last release the call is %+v", got)
	}
	if references := counter.references.Load(); references != 0 {
		t.Errorf("%d references are left", references)
	}
}

func TestKeep_TakesTheHeapThatItIsAskedFor(t *testing.T) {
	if size := unsafe.Sizeof(kept{}); size != keptBytes {
		t.Errorf("an entry has %d bytes", size)
	}
	all := keep(3 << 20)
	if len(all) != 3<<10 || all[1].next != all[0] || keep(0) == nil || len(keep(0)) != 0 {
		t.Errorf("%d entries", len(all))
	}
}

func TestChoose_LeavesOtherObjectsToTheHeap(t *testing.T) {
	var o objects
	o.describe(Pooled)
	o.choose([]string{"event", "gzip"})
	c := o.calls.get()
	e := o.events.get()
	e.value().call = c.retain() // of the heap, in an object of a pool
	c.release()
	e.release()
	var used []string
	for _, s := range o.stats() {
		used = append(used, s.Name)
	}
	if got := strings.Join(used, " "); got != "event gzip" || o.events.pool.Stats().Gets != 1 || o.calls.pool.Stats().Gets != 0 {
		t.Errorf("the pools are %s, %+v and %+v", got, o.events.pool.Stats(), o.calls.pool.Stats())
	}
}

func TestGood_PoolsWritersAndBuffersOnly(t *testing.T) {
	var o objects
	o.describe(Good)
	if o.buffers.from != fromHand || o.zippers.from != fromHand {
		t.Error("buffers or gzip.Writers are not from a sync.Pool")
	}
	if o.calls.from != fromHeap || o.known.from != fromHeap || o.answers.from != fromHeap || o.events.from != fromHeap || o.records.from != fromHeap {
		t.Error("other objects are not from the heap")
	}
}

func TestLose_OneLineSaysHowManyEventsWereLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := &service{cfg: Config{Topic: "quotes", Kafka: []string{"broker:9092"}}, log: slog.New(slog.NewTextHandler(&log, nil)), failures: newTally()}
		lose := func(n int, reason string) {
			for i := range n {
				var e event
				e.Kind, e.Token = "quote.priced", fmt.Sprint("q-", i)
				s.lose(&e, errors.New(reason))
			}
		}
		lose(9473, "the broker is down")
		lose(2, "too large")
		time.Sleep(2 * linesEvery)
		synctest.Wait()
		if got := strings.Count(log.String(), "\n"); got != 2 {
			t.Errorf("%d lines, want one for each reason:\n%s", got, &log)
		}
		for _, want := range []string{"events=9473 first_kind=quote.priced first_token=q-0", "publish to topic quotes of Kafka at broker:9092: the broker is down", "events=2 "} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("the log does not say %q:\n%s", want, &log)
			}
		}
		log.Reset()
		lose(1, "the broker is down")
		if s.tellLosses(); !strings.Contains(log.String(), "events=1 ") {
			t.Errorf("the end does not tell what was lost last:\n%s", &log)
		}
		time.Sleep(2 * linesEvery)
		synctest.Wait()
		if got := strings.Count(log.String(), "\n"); got != 1 {
			t.Errorf("nothing more was lost, and yet there are %d lines", got)
		}
		if counts, latest := s.failures.seen(); counts["event"] != 9476 || !strings.HasSuffix(latest["event"], "the broker is down") {
			t.Errorf("counted %v, latest %v", counts, latest)
		}
	})
}

func TestAcceptsGzip(t *testing.T) {
	for field, want := range map[string]bool{
		"":                              false,
		"identity":                      false,
		"gzip":                          true,
		"GZIP":                          true,
		"deflate, gzip":                 true,
		"gzip;q=0":                      false,
		"gzip; q=0.0, *":                false,
		"gzip;q=0.5":                    true,
		"*":                             true,
		"*;q=0":                         false,
		"br;q=1.0, gzip;q=0.8, *;q=0.1": true,
		"gzipped":                       false,
		"gzip;q=much":                   false,
	} {
		if got := acceptsGzip(http.Header{"Accept-Encoding": {field}}); got != want {
			t.Errorf("Accept-Encoding %q: %v, want %v", field, got, want)
		}
	}
}
