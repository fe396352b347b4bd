package rcpool_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/rcpool/rcpool"
)

// FuzzOperations runs any sequence of operations on any references, live and
// stale, against a plain model: a list of who is live.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{0, 0, 1, 0, 2, 0, 2, 0, 2, 0})
	f.Add([]byte{0, 0, 2, 0, 0, 0, 2, 0, 3, 0, 1, 0, 4, 0})
	f.Add([]byte{0, 0, 1, 0, 3, 0, 2, 1, 3, 0, 2, 0})
	f.Add(bytes.Repeat([]byte{1, 0}, 40))
	f.Add(slices.Concat(bytes.Repeat([]byte{1, 0, 2, 1}, 30), []byte{1, 0, 1, 0, 2, 31, 2, 31, 3, 32, 2, 0, 4, 32, 3, 32}))
	f.Fuzz(func(t *testing.T, program []byte) {
		type owner struct {
			ref    rcpool.Ref[message]
			lease  int
			live   bool
			object *message
		}
		var (
			p        rcpool.Pool[message]
			owners   []owner
			held     = map[int]int{} // live references by lease
			leases   int
			releases uint64
			detached uint64
		)
		for ; len(program) >= 2; program = program[2:] {
			op := program[0] % 6
			if op == 0 || len(owners) == 0 {
				r := p.Get()
				leases++
				if *r.Value() != (message{}) {
					t.Fatalf("leased %+v", *r.Value())
				}
				for _, o := range owners {
					if o.live && o.object == r.Value() {
						t.Fatal("two owners of one object")
					}
				}
				r.Value().id = leases
				owners = append(owners, owner{r, leases, true, r.Value()})
				held[leases] = 1
				continue
			}
			o := &owners[int(program[1])%len(owners)]
			var kind rcpool.Kind // that the model expects; 0 for success
			var got any
			switch op {
			case 1:
				if !o.live {
					kind = rcpool.StaleRetain
				}
				got = panics(func() {
					r := o.ref.Retain()
					held[o.lease]++
					owners = append(owners, owner{r, o.lease, true, o.object})
				})
			case 2:
				if !o.live {
					kind = rcpool.DoubleRelease
				}
				got = panics(func() {
					o.ref.Release()
					o.live = false
					if held[o.lease]--; held[o.lease] == 0 {
						releases++
					}
				})
			case 3:
				if !o.live {
					kind = rcpool.UseAfterRelease
				}
				got = panics(func() {
					if v := o.ref.Value(); v != o.object || v.id != o.lease {
						t.Fatalf("lease %d reads %+v", o.lease, v)
					}
				})
			case 4:
				switch {
				case !o.live:
					kind = rcpool.UseAfterRelease
				case held[o.lease] > 1:
					kind = rcpool.DetachShared
				}
				got = panics(func() {
					o.ref.Detach()
					o.live = false
					held[o.lease]--
					detached++
				})
			case 5:
				r, ok := o.ref.TryRetain()
				if ok != o.live || o.ref.Valid() != o.live {
					t.Fatalf("TryRetain %v, Valid %v; want %v", ok, o.ref.Valid(), o.live)
				}
				if ok {
					held[o.lease]++
					owners = append(owners, owner{r, o.lease, true, o.object})
				}
			}
			var m *rcpool.Misuse
			if err, _ := got.(error); errors.As(err, &m) != (kind != 0) || m != nil && m.Kind != kind || m == nil && got != nil {
				t.Fatalf("operation %d on lease %d (live %v, held %d): got %v, want kind %v", op, o.lease, o.live, held[o.lease], got, kind)
			}
		}
		inUse := uint64(0)
		for _, n := range held {
			if n > 0 {
				inUse++
			}
		}
		if s := p.Stats(); s.Gets != uint64(leases) || s.Releases != releases || s.Detached != detached || s.InUse != inUse {
			t.Fatalf("%+v; want %d gets, %d releases, %d detached, %d in use", s, leases, releases, detached, inUse)
		}
	})
}
