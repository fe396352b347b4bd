package rctest_test

import (
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

// A file is an object to be freed.
type file struct {
	open bool  `rcpool:"keep"`
	peer *file `rcpool:"keep"`
}

func (f *file) Reset() {}

func files() *rcpool.Pool[file] {
	return &rcpool.Pool[file]{
		Name: "files",
		New:  func() *file { return &file{open: true} },
		Free: func(f *file) { f.open = false },
	}
}

func TestAllFreed_Passes(t *testing.T) {
	t.Parallel()
	p := files()
	rctest.AllFreed(t, p, new(rcpool.Pool[event]))
	held := p.Get()
	t.Cleanup(func() { rcpool.Drop(&held) })
	for range 10 {
		p.Get().Release()
	}
	p.Get().Detach()
}

var keptFile *file

func TestAllFreed_SaysWhatIsNotFreed(t *testing.T) {
	quiet(t)
	defer func() { keptFile = nil }()
	var held []rcpool.Ref[file]
	for name, test := range map[string]struct {
		use  func(*rcpool.Pool[file])
		want string
	}{
		"a leased one": {func(p *rcpool.Pool[file]) { held = append(held, p.Get()) }, "1 of the 1 objects that it has made: 1 are leased"},
		"a kept one": {func(p *rcpool.Pool[file]) {
			r := p.Get()
			keptFile = r.Value() //rcpool:ignore the mistake is on purpose
			r.Release()
		}, "somebody keeps a *T"},
		"one in a cycle": {func(p *rcpool.Pool[file]) {
			r := p.Get()
			r.Value().peer = &file{peer: r.Value()}
			r.Release()
		}, "the pointers of an object lead back to it"},
	} {
		t.Run(name, func(t *testing.T) {
			p := files()
			fake := &fake{failed: true, name: name} // failed, so that it does not wait
			run(fake, func(t testing.TB) {
				rctest.AllFreed(t, p)
				test.use(p)
			})
			if said := fake.said.String(); !strings.Contains(said, "pool files has not freed") || !strings.Contains(said, test.want) {
				t.Errorf("says %q, want %q", said, test.want)
			}
		})
	}
	for _, r := range held {
		r.Release()
	}
}
