package rcpool_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
)

// request is a pooled object with what a Reset can be about.
type request struct {
	Method  string
	Retries int
	Admin   bool
	Resets  int
	Attrs   map[string]string
	Body    []byte
	User    *profile
	Err     error
}

// dirty leases objects of a pool, each for one use, and returns the paths of the
// fields that dirty resets were reported for.
func dirty(t *testing.T, p *rcpool.Pool[request], uses ...func(*request)) map[string]bool {
	t.Helper()
	c := checked(t)
	for _, use := range uses {
		r := p.Get()
		use(r.Value())
		r.Release()
	}
	paths := map[string]bool{}
	for _, report := range c.all() {
		if report.Kind != rcpool.DirtyReset {
			t.Errorf("reported %v", report)
		}
		for _, f := range report.Fields {
			paths[f.Path] = true
		}
	}
	return paths
}

func TestCheck_DirtyResetIsNotForCorrectResets(t *testing.T) {
	nothing := func(*request) {}
	fill := func(r *request) {
		r.Method, r.Retries, r.Admin = "GET", 3, true
		r.Body = append(r.Body, make([]byte, 5000)...)
		if r.Attrs == nil {
			r.Attrs = map[string]string{}
		}
		for i := range 100 {
			r.Attrs[string(rune(i))] = "v"
		}
		r.User = new(profile)
		r.User.id = 1
	}
	// decode is what a decoder does with an input that omits the map or not.
	decode := func(r *request) { r.Attrs = nil }
	built := func() *request {
		return &request{Attrs: map[string]string{}, Body: make([]byte, 0, 64), User: new(profile)}
	}
	for _, test := range []struct {
		name  string
		fresh func() *request
		reset func(*request)
	}{
		{"zero", nil, func(r *request) { *r = request{} }},
		{"constant defaults", nil, func(r *request) { *r = request{Method: string([]byte("GET")), Retries: 3, Admin: true} }},
		{"a count of resets", nil, func(r *request) { *r = request{Resets: r.Resets + 1} }},
		{"map and capacity kept", nil, func(r *request) { clear(r.Attrs); *r = request{Attrs: r.Attrs, Body: r.Body[:0]} }},
		{"what grew is dropped", built, func(r *request) {
			*r = request{Attrs: r.Attrs, Body: r.Body[:0], User: r.User}
			if len(r.Attrs) > 50 {
				r.Attrs = nil
			}
			if clear(r.Attrs); cap(r.Body) > 4096 {
				r.Body = nil
			}
			if r.User == nil {
				r.User = new(profile)
			}
			*r.User = profile{}
		}},
		{"made anew", built, func(r *request) { *r = *built() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := rcpool.Pool[request]{Name: test.name, New: test.fresh, Reset: test.reset}
			if paths := dirty(t, &p, nothing, fill, nothing, fill, decode, fill, decode, nothing); len(paths) > 0 {
				t.Errorf("reported %v", paths)
			}
		})
	}
}

// A lease may write the very value that the reset writes. A new object tells.
func TestCheck_DirtyResetIsNotForWhatTheResetWrites(t *testing.T) {
	idle := errors.New("idle")
	version := 0
	for _, test := range []struct {
		name  string
		write func(*request) // the lease does so, and the reset
	}{
		{"a constant", func(r *request) { r.Method = "idle" }},
		{"an error", func(r *request) { r.Err = idle }},
		{"a number that changes at times", func(r *request) { r.Retries = 500 + version/4 }},
		{"a text that changes at times", func(r *request) { r.Method = [...]string{"red", "green", "blue"}[version/4%3] }},
		{"a configuration that changes at times", func(r *request) { r.User = &profiles[version/4%3] }},
		{"default elements", func(r *request) { r.Body = append(r.Body[:0], "default"...) }},
	} {
		for name, fresh := range map[string]func() *request{"": nil, ", with New": func() *request { return &request{Method: "new", Attrs: map[string]string{}} }} {
			t.Run(test.name+name, func(t *testing.T) {
				p := rcpool.Pool[request]{Name: test.name, New: fresh, Reset: test.write}
				uses := make([]func(*request), 100)
				for i := range uses {
					uses[i] = func(r *request) { version++; test.write(r) }
				}
				if paths := dirty(t, &p, uses...); len(paths) > 0 {
					t.Errorf("reported %v", paths)
				}
			})
		}
	}
}

var profiles = [3]profile{{id: 1}, {id: 2}, {id: 3}}

// A new object is reset a few times, at most. If the reset cannot do that, what
// the lease left is reported, and nothing else.
func TestCheck_DirtyResetTriesNewObjects(t *testing.T) {
	leave := func(r *request) { r.Method = strings.Clone("secret"); r.User = new(profile) }
	var none rcpool.Ref[profile]
	made, resets := 0, 0
	for _, test := range []struct {
		name  string
		reset func(*request)
	}{
		{"forgets", func(r *request) { resets++; r.User = nil }},
		{"passes over", func(r *request) {
			if resets++; r.User == nil {
				r.Method = "idle"
			}
			r.User = nil
		}},
		{"relies on leases", func(r *request) { resets++; r.User.id = 0; r.User = nil }},
		{"releases", func(r *request) {
			resets++
			if r.User == nil {
				none.Release() // it is zero
			}
			r.User = nil
		}},
		{"releases, deep down", func(r *request) {
			resets++
			if r.User == nil {
				deep(100, none.Release)
			}
			r.User = nil
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			made, resets = 0, 0
			p := rcpool.Pool[request]{Name: test.name, New: func() *request { made++; return new(request) }, Reset: test.reset}
			uses := slices.Repeat([]func(*request){leave}, 50)
			if paths := dirty(t, &p, uses...); len(paths) != 1 || !paths[".Method"] {
				t.Errorf("reported %v", paths)
			}
			if made > 50+16 || resets > 50+16 || resets == 50 {
				t.Errorf("%d leases made %d objects and %d resets", 50, made, resets)
			}
		})
	}
}

// deep calls f from the given number of calls.
func deep(calls int, f func()) {
	if calls == 0 {
		f()
		return
	}
	deep(calls-1, f)
}

// What a reset forgets is in all objects soon. If it is always the same, an object
// that was leased before looks as if the reset wrote it.
//
//rcpool:ignore the mistake is on purpose
func TestCheck_DirtyResetNamesAConstantInProduction(t *testing.T) {
	c := checkedOneIn(t, 10)
	p := rcpool.Pool[request]{Name: "requests", Reset: func(r *request) { r.Retries = 0 }}
	for range 1000 {
		r := p.Get()
		r.Value().Method = "GET"
		r.Release()
	}
	for _, report := range c.all() {
		if report.Kind == rcpool.DirtyReset && report.Fields[0].Path == ".Method" {
			return
		}
	}
	t.Errorf("reported %v, want a dirty reset of .Method", c.all())
}

func TestCheck_DirtyResetNamesWhatIsVisible(t *testing.T) {
	for _, test := range []struct {
		path  string
		fresh func() *request
		reset func(*request)
		uses  []func(*request)
	}{
		{".Method", nil, func(*request) {}, []func(*request){func(r *request) { r.Method = "secret" }}},
		{".Attrs", nil, func(*request) {}, []func(*request){func(r *request) { r.Attrs = map[string]string{"user": "alice"} }}},
		{".Body", nil, func(*request) {}, []func(*request){func(r *request) { r.Body = []byte("secret") }}},
		{".Err", nil, func(*request) {}, []func(*request){func(r *request) { r.Err = rcpool.Leak }}},
		{".Retries", nil, func(*request) {}, []func(*request){func(r *request) { r.Retries = 7 }, func(r *request) { r.Retries = 8 }}},
		{".Admin", nil, func(*request) {}, []func(*request){func(r *request) { r.Admin = true }, func(r *request) {}}},
		{".User", nil, func(*request) {}, []func(*request){
			func(r *request) { r.User = &profile{id: 1} },
			func(r *request) { r.User = &profile{id: 2} },
		}},
		{".Attrs", func() *request { return &request{Attrs: map[string]string{}} }, func(r *request) { *r = request{} }, []func(*request){func(r *request) { r.Attrs["a"] = "b" }}},
	} {
		t.Run(test.path, func(t *testing.T) {
			p := rcpool.Pool[request]{Name: "requests", New: test.fresh, Reset: test.reset}
			if paths := dirty(t, &p, test.uses...); len(paths) != 1 || !paths[test.path] {
				t.Errorf("reported %v", paths)
			}
		})
	}
}
