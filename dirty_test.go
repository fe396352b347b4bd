package rcpool_test

import (
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
