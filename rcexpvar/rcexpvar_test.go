package rcexpvar_test

import (
	"encoding/json"
	"expvar"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"

	"github.com/rcpool/rcpool"
	_ "github.com/rcpool/rcpool/rcexpvar"
)

type object struct{ n int }

// vars returns the variable as /debug/vars shows it.
func vars(t *testing.T) map[string]map[string]any {
	t.Helper()
	w := httptest.NewRecorder()
	http.DefaultServeMux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/debug/vars", nil))
	var page struct{ Rcpool map[string]map[string]any }
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	return page.Rcpool
}

func TestVariable_EveryCount(t *testing.T) {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	p := rcpool.Pool[object]{Name: `every "count"`, Keep: func(*object) bool { return false }, Reset: func(o *object) { o.n = 0 }}
	namesake := rcpool.Pool[object]{Name: p.Name}
	defer p.SetChecking(0)()
	defer namesake.SetChecking(0)()
	namesake.Get().Release()
	p.Get().Detach()
	refused := p.Get()
	refused.Release()
	func() {
		defer func() { _ = recover() }()
		refused.Release() //rcpool:ignore it is to be reported
	}()
	held := p.Get()
	defer held.Release()

	want := map[string]any{
		"gets": 4, "news": p.Stats().News + namesake.Stats().News, "releases": 2, "detached": 1, "lost": 0, "in_use": 1,
		"retired": map[string]any{"keep": 1, "panic": 0, "misuse": 0, "worn": 0, "check": 0},
		"reports": map[string]any{"double_release": 1},
	}
	if n := p.Stats().Idle; n >= 0 {
		want["idle"] = n + namesake.Stats().Idle
	}
	if got := vars(t)[p.Name]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	runtime.KeepAlive(&namesake)
}

func Example() {
	buffers := rcpool.Pool[[4096]byte]{Name: "buffer"}
	for range 3 {
		buffers.Get().Release()
	}
	var pools map[string]struct{ Gets, Lost int }
	if err := json.Unmarshal([]byte(expvar.Get("rcpool").String()), &pools); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pools["buffer"].Gets, "gets,", pools["buffer"].Lost, "lost")
	// Output: 3 gets, 0 lost
}
