package rcdebug_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rcdebug"
)

// ask sends a request to h and returns the answer. header is keys and values.
func ask(h http.Handler, method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, r)
	return answer
}

// htmlOf returns the page of h.
func htmlOf(t *testing.T, h http.Handler, target string) string {
	t.Helper()
	answer := ask(h, "GET", target)
	if answer.Code != http.StatusOK {
		t.Fatalf("GET %s: %d %s", target, answer.Code, answer.Body)
	}
	return answer.Body.String()
}

// snapshotOf returns the JSON of h, decoded strictly.
func snapshotOf(t *testing.T, h http.Handler) rcdebug.Snapshot {
	t.Helper()
	decoder := json.NewDecoder(ask(h, "GET", "/?format=json").Body)
	decoder.DisallowUnknownFields()
	var s rcdebug.Snapshot
	if err := decoder.Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// here returns a stack as rcpool records it.
func here() rcpool.Stack {
	var calls [16]uintptr
	return append(rcpool.Stack(nil), calls[:runtime.Callers(2, calls[:])]...)
}

func TestServeHTTP_StatusAndType(t *testing.T) {
	const html, js, text = "text/html; charset=utf-8", "application/json", "text/plain; charset=utf-8"
	for _, c := range []struct {
		method, target, accept string
		status                 int
		kind                   string
	}{
		{"GET", "/", "", 200, html},
		{"HEAD", "/", "", 200, html},
		{"GET", "/?format=html", "application/json", 200, html},
		{"GET", "/?format=json", "text/html", 200, js},
		{"HEAD", "/?format=json", "", 200, js},
		{"GET", "/", "application/json", 200, js},
		{"GET", "/", "text/html,application/xhtml+xml,*/*;q=0.8", 200, html},
		{"GET", "/", "text/html;q=0.5, application/json", 200, js},
		{"GET", "/", "text/html, application/json;q=0.5", 200, html},
		{"GET", "/", "application/json, text/html", 200, html},
		{"GET", "/", "application/json;q=0", 200, html},
		{"GET", "/", "*/*", 200, html},
		{"GET", "/", ";;;", 200, html},
		{"GET", "/?sort=in_use&refresh=off", "", 200, html},
		{"GET", "/?pool=a&limit=1000", "", 200, html},
		{"GET", "/?format=json&limit=5000", "", 200, js},
		{"GET", "/?unrelated=1", "", 400, text},
		{"GET", "/?Format=json", "", 400, text},
		{"GET", "/?sort=gets&sort=lost", "", 400, text},
		{"GET", "/?limit=0", "", 400, text},
		{"GET", "/?limit=-1", "", 400, text},
		{"GET", "/?limit=1001", "", 400, text},
		{"GET", "/?limit=many", "", 400, text},
		{"GET", "/?limit=", "", 400, text},
		{"GET", "/?format=xml", "", 400, text},
		{"GET", "/?format=", "", 400, text},
		{"GET", "/?sort=colour", "", 400, text},
		{"GET", "/?refresh=1", "", 400, text},
		{"GET", "/?format=%zz", "", 400, text},
		{"GET", "/?action=seen", "", 400, text},
		{"HEAD", "/?action=seen", "", 400, text},
		{"GET", "/?edition=1", "", 400, text},
		{"POST", "/", "", 400, text},
		{"POST", "/?action=unseen", "", 400, text},
		{"POST", "/?action=seen&sort=colour", "", 400, text},
		{"POST", "/?action=seen&unrelated=1", "", 400, text},
		{"POST", "/?action=seen&edition=1", "", 409, text},
		{"POST", "/?action=seen", "", 303, ""},
		{"PUT", "/", "", 405, text},
		{"DELETE", "/", "", 405, text},
		{"OPTIONS", "/", "", 405, text},
		{"BREW", "/?format=xml", "", 405, text},
	} {
		t.Run(fmt.Sprint(c.method, " ", c.target, " ", c.accept), func(t *testing.T) {
			answer := ask(rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{}), c.method, c.target, "Accept", c.accept)
			if answer.Code != c.status || answer.Header().Get("Content-Type") != c.kind {
				t.Errorf("got %d %q, want %d %q", answer.Code, answer.Header().Get("Content-Type"), c.status, c.kind)
			}
			if allow := answer.Header().Get("Allow"); (allow == "GET, HEAD, POST") != (c.status == 405) {
				t.Errorf("Allow is %q", allow)
			}
			for name, want := range map[string]string{
				"Cache-Control":                "no-store",
				"X-Content-Type-Options":       "nosniff",
				"Cross-Origin-Resource-Policy": "same-origin",
				"Vary":                         "Accept",
			} {
				if got := answer.Header().Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			for _, directive := range []string{"default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"} {
				if policy := answer.Header().Get("Content-Security-Policy"); !strings.Contains(policy, directive) || strings.Contains(policy, "unsafe") {
					t.Errorf("the policy %q lacks %s or allows something unsafe", policy, directive)
				}
			}
			if length := answer.Body.Len(); (length == 0) != (c.method == "HEAD" && c.status == 200 || c.status == 303) {
				t.Errorf("the body has %d bytes", length)
			}
		})
	}
}

// The browser refuses style and script unless their hashes are in the policy.
func TestPolicy_AllowsStyleAndScriptOfThePage(t *testing.T) {
	answer := ask(rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{}), "GET", "/")
	for _, element := range []string{"style", "script"} {
		_, content, _ := strings.Cut(answer.Body.String(), "<"+element+">")
		content, _, found := strings.Cut(content, "</"+element+">")
		if !found {
			t.Fatalf("no %s in the page", element)
		}
		sum := sha256.Sum256([]byte(content))
		want := element + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		if policy := answer.Header().Get("Content-Security-Policy"); !strings.Contains(policy, want) {
			t.Errorf("the policy %q lacks %s", policy, want)
		}
	}
	for _, outside := range []string{"src=", "<link", "@import", "url(", " style=", " onclick="} {
		if strings.Contains(answer.Body.String(), outside) {
			t.Errorf("the page has %q, which the policy blocks", outside)
		}
	}
}

func TestPage_RefreshesUnlessPaused(t *testing.T) {
	for _, c := range []struct {
		interval time.Duration
		target   string
		seconds  string // none if empty
	}{
		{0, "/", "5"},
		{time.Minute, "/", "60"},
		{10 * time.Millisecond, "/", "1"},
		{1500 * time.Millisecond, "/", "2"},
		{0, "/?refresh=off", ""},
	} {
		html := htmlOf(t, rcdebug.From(&rcdebug.Page{Interval: c.interval}, &rcdebug.Fake{}), c.target)
		withScript := strings.Contains(html, `<main data-refresh="`+c.seconds+`">`) && strings.Contains(html, "<script>")
		without := strings.Contains(html, `<noscript><meta http-equiv="refresh" content="`+c.seconds+`"></noscript>`)
		if refreshes := c.seconds != ""; withScript != refreshes || without != refreshes {
			t.Errorf("%v %s: refreshes with script: %t, without: %t; want %t", c.interval, c.target, withScript, without, refreshes)
		}
	}
}

// The names are stable, because programs read the JSON.
func TestJSON_FieldNames(t *testing.T) {
	v := 2.5
	when := time.Unix(0, 0).UTC()
	frame := []rcdebug.Frame{{Function: "main.f", File: "/f.go", Line: 7}}
	did := rcdebug.Activity{Pools: 1,
		Counts:  rcdebug.Counts{Gets: 4, News: 1, Reuse: &v, Releases: 1, Detached: 1, Lost: 1, InUse: 1, Retired: 15, RetiredBy: rcdebug.Retirements{Keep: 1, Panic: 2, Misuse: 3, Worn: 4, Check: 5}},
		New:     rcdebug.News{Reports: 1, Lost: 2, Misuse: 3, Panic: 4},
		Rate:    &v,
		History: rcdebug.History{Rate: []*float64{nil, &v}, Reuse: []*float64{}, InUse: []*float64{}, Lost: []*float64{}},
	}
	encoded, err := json.Marshal(rcdebug.Snapshot{
		Started: when, Time: when, Wrong: []string{"1 report"}, Since: &when, Seen: []string{}, Edition: "1-2",
		Samples: []time.Time{when}, Total: did, Matched: 2,
		Pools: []rcdebug.PoolStats{{Name: "events", Activity: did}},
		Reports: []rcdebug.Report{{ID: "1", Kind: "leak", Cause: "why", Cure: "how", Docs: "where", Op: "Release", Pool: "events", Lease: 7, Time: when, Count: 3, New: 2, Unchecked: true,
			MisusedAt: frame, GotAt: frame, RetainedAt: [][]rcdebug.Frame{frame}, ReleasedAt: frame, Fields: []rcdebug.Field{{Path: ".A", Offset: 8, What: "dirty"}},
			Suspects: []rcdebug.Suspect{{Goroutines: 2, State: "sleep", Site: frame[0], Calls: frame, CreatedBy: &frame[0]}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const (
		epoch    = `"1970-01-01T00:00:00Z"`
		call     = `{"function":"main.f","file":"/f.go","line":7}`
		stack    = `[` + call + `]`
		activity = `"pools":1,"gets":4,"news":1,"reuse":2.5,"releases":1,"detached":1,"lost":1,"in_use":1,"retired":15,"retired_by":{"keep":1,"panic":2,"misuse":3,"worn":4,"check":5},` +
			`"new":{"reports":1,"lost":2,"misuse":3,"panic":4},"gets_per_second":2.5,"history":{"gets_per_second":[null,2.5],"reuse":[],"in_use":[],"lost":[]}`
		want = `{"started":` + epoch + `,"time":` + epoch + `,"ok":false,"wrong":["1 report"],"since":` + epoch + `,"seen":[],"edition":"1-2",` +
			`"samples":[` + epoch + `],"total":{` + activity + `},"matched":2,"pools":[{"name":"events",` + activity + `}],` +
			`"reports":[{"id":"1","kind":"leak","cause":"why","cure":"how","docs":"where","op":"Release","pool":"events","lease":7,"time":` + epoch + `,"count":3,"new":2,"unchecked":true,` +
			`"misused_at":` + stack + `,"got_at":` + stack + `,"retained_at":[` + stack + `],"released_at":` + stack + `,"fields":[{"path":".A","offset":8,"what":"dirty"}],` +
			`"suspects":[{"goroutines":2,"state":"sleep","site":` + call + `,"calls":` + stack + `,"created_by":` + call + `}]}]}`
	)
	if string(encoded) != want {
		t.Errorf("got\n%s\nwant\n%s", encoded, want)
	}
}

func TestJSON_RoundTrip(t *testing.T) {
	source := &rcdebug.Fake{
		Pools: []rcpool.Stats{
			{Name: "<events>", Gets: 1 << 63, News: 3, Releases: 1, Detached: 2, Lost: 4, InUse: 5, Retired: 15, RetiredBy: rcpool.Retirements{Keep: 1, Panic: 2, Misuse: 3, Worn: 4, Check: 5}},
			{Name: "idle"},
		},
		Found: []rcpool.Report{
			{Kind: rcpool.DirtyReset, Pool: "<events>", Time: time.Now(), Count: 12, GotAt: here(), RetainedAt: []rcpool.Stack{here(), nil}, Fields: []rcpool.Field{{Path: ".A", Offset: 8, What: "dirty"}}},
			{},
		},
	}
	body := ask(rcdebug.From(new(rcdebug.Page), source), "GET", "/?format=json").Body.Bytes()
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	var s rcdebug.Snapshot
	if err := decoder.Decode(&s); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.TrimSpace(body), again) {
		t.Errorf("got\n%s\nafter a round trip\n%s", body, again)
	}
	if nulls := regexp.MustCompile(`"[a-z_]+":null`).FindAllString(string(body), -1); !slices.Equal(nulls, []string{`"since":null`, `"gets_per_second":null`, `"gets_per_second":null`, `"reuse":null`, `"gets_per_second":null`}) {
		t.Errorf("null: %s; want what is not known, and no list", nulls)
	}
	r := s.Reports[0]
	if call := r.GotAt[0]; r.Count != 12 || call.Function != "github.com/rcpool/rcpool/rcdebug_test.TestJSON_RoundTrip" || !strings.HasSuffix(call.File, "page_test.go") || call.Line == 0 {
		t.Errorf("the report is %+v", r)
	}
	if p := s.Pools[0]; p.Gets != 1<<63 || !reflect.DeepEqual(p.RetiredBy, rcdebug.Retirements{Keep: 1, Panic: 2, Misuse: 3, Worn: 4, Check: 5}) {
		t.Errorf("the pool is %+v", p)
	}
	if s.Pools[1].Reuse != nil {
		t.Errorf("a pool without gets has reuse %v", *s.Pools[1].Reuse)
	}
}

func TestPage_NoPools(t *testing.T) {
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{})
	html := htmlOf(t, page, "/")
	for _, want := range []string{"No pool has been used yet", "rcpool.Pool[bytes.Buffer]", "Nothing is wrong"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(html, "<table") {
		t.Error("the page has a table of nothing")
	}
	if s := snapshotOf(t, page); !s.OK || s.Pools == nil || len(s.Pools) != 0 || s.Reports == nil {
		t.Errorf("the snapshot is %+v", s)
	}
}

func TestPage_ListsWhatIsWrong(t *testing.T) {
	lost := func(name string, n uint64) rcpool.Stats { return rcpool.Stats{Name: name, Lost: n} }
	long := strings.Repeat("x", 50)
	for _, c := range []struct {
		name   string
		source rcdebug.Fake
		wrong  string // empty if nothing
		hint   bool
	}{
		{"normal retirements", rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Gets: 9, News: 3, Retired: 7, RetiredBy: rcpool.Retirements{Keep: 2, Worn: 1, Check: 4}}}}, "", false},
		{"reports", rcdebug.Fake{Found: []rcpool.Report{{Kind: rcpool.Leak, Count: 3, Time: time.Now()}, {Kind: rcpool.LateWrite, Count: 1, Time: time.Now()}}}, "2 reports", false},
		{"lost without a report", rcdebug.Fake{Pools: []rcpool.Stats{lost("a", 1)}}, "1 lease lost in a", true},
		{"lost in two pools", rcdebug.Fake{Pools: []rcpool.Stats{lost("a", 1), lost("b", 2000), lost("c", 0)}}, "2,001 leases lost in b and a", true},
		{"lost in four pools", rcdebug.Fake{Pools: []rcpool.Stats{lost("a", 1), lost("b", 1), lost("c", 1), lost("d", 1)}}, "4 leases lost in a, b, c and 1 other pool", true},
		{"lost in many pools", rcdebug.Fake{Pools: []rcpool.Stats{lost("a", 1), lost("b", 2), lost("c", 3), lost("d", 4), lost(long, 5)}}, "15 leases lost in …\u2060" + long[:40] + ", d, c and 2 other pools", true},
		{"lost with a report", rcdebug.Fake{Pools: []rcpool.Stats{lost("a", 2)}, Found: []rcpool.Report{{Kind: rcpool.Leak, Count: 1, Time: time.Now()}}}, "1 report, 2 leases lost in a", false},
		{"panic", rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Retired: 1, RetiredBy: rcpool.Retirements{Panic: 1}}}}, "1 object retired because its reset panicked in a", false},
		{"misuse in two pools", rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", RetiredBy: rcpool.Retirements{Misuse: 1}}, {Name: "b", RetiredBy: rcpool.Retirements{Misuse: 1}}}}, "2 objects retired after misuse in a and b", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := rcdebug.From(new(rcdebug.Page), &c.source)
			html := htmlOf(t, page, "/")
			if c.wrong == "" {
				if !strings.Contains(html, "✓ Nothing is wrong.") || strings.Contains(html, `class="bad"`) || strings.Contains(html, "<em>") {
					t.Error("the page does not say that nothing is wrong, or marks something")
				}
			} else if !strings.Contains(html, "✗ Something is wrong:</b> "+c.wrong+".</p>") {
				t.Errorf("the page does not say: %s", c.wrong)
			}
			if hint := strings.Contains(html, "RCPOOL_CHECK=1"); hint != c.hint {
				t.Errorf("hints at RCPOOL_CHECK: %t", hint)
			}
			if s := snapshotOf(t, page); s.OK != (c.wrong == "") || strings.Join(s.Wrong, ", ") != c.wrong {
				t.Errorf("JSON says %t, %q", s.OK, s.Wrong)
			}
		})
	}
}

func TestPage_EscapesNames(t *testing.T) {
	const nasty = `"><script>alert(1)</script><b a='`
	html := htmlOf(t, rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{
		Pools: []rcpool.Stats{{Name: nasty, Gets: 1}},
		Found: []rcpool.Report{{Kind: rcpool.DirtyReset, Count: 1, Pool: nasty, GotAt: here(), Fields: []rcpool.Field{{Path: nasty, What: nasty}}}},
	}), "/")
	if strings.Contains(html, "<script>alert") || strings.Contains(html, "<b a=") || strings.Contains(html, `"">`) {
		t.Error("a name got into the markup")
	}
	if got := strings.Count(html, "&lt;script&gt;alert(1)&lt;/script&gt;"); got != 5 { // text and title of the row; pool, path and problem of the report
		t.Errorf("the name is there %d times, want 5", got)
	}
}

// sentence returns s as the page shows it.
func sentence(s string) string { return html.EscapeString(strings.ToUpper(s[:1])+s[1:]) + "." }

func TestPage_ShowsReports(t *testing.T) {
	stack := here()
	other := here()
	source := &rcdebug.Fake{Found: []rcpool.Report{
		{Kind: rcpool.DoubleRelease, Op: "Release", Pool: "events", Time: time.Now(), Count: 1234, MisusedAt: stack, GotAt: stack, RetainedAt: []rcpool.Stack{stack, other}, ReleasedAt: stack},
		{Kind: rcpool.Leak, Pool: "rows", Time: time.Now().Add(-3 * time.Minute), Count: 1, GotAt: stack, RetainedAt: []rcpool.Stack{stack}},
		{Kind: rcpool.Leak, Pool: "rows", Time: time.Now(), Count: 1, GotAt: other},
		{Kind: rcpool.UseAfterRelease, Op: "Value", Pool: "rows", Time: time.Now(), Count: 1, MisusedAt: stack},
		{Kind: rcpool.UseAfterRelease, Op: "Detach", Pool: "rows", Time: time.Now(), Count: 1, MisusedAt: stack},
		{Kind: rcpool.ZeroRef, Op: "Value", Time: time.Now(), Count: 1, MisusedAt: stack},
		{Kind: rcpool.ResetPanic, Pool: "events", Time: time.Now(), Count: 1},
	}}
	page := rcdebug.From(new(rcdebug.Page), source)
	html := htmlOf(t, page, "/")
	for want, times := range map[string]int{
		"<b>Double release</b> by <code>Release</code> in <span class=\"name\">events</span>": 1,
		"1,234 times, last <time": 1,
		sentence(rcpool.DoubleRelease.Cause()) + " <b>" + sentence(rcpool.DoubleRelease.Cure()) + "</b>": 1,
		"<h3>Misused</h3>": 4, "<h3>Got</h3>": 3, "<h3>Retained</h3>": 1, "<h3>Released first</h3>": 1, // what Get returned is not retained
		"<li>github.com/rcpool/rcpool/rcdebug_test.TestPage_ShowsReports <i>": 10, "page_test.go:": 16,
		"<b>Leak</b>": 2, "3 minutes ago": 1, "<h3>Never released, made</h3>": 1,
		"<b>Use after release</b> by <code>Value</code>":  1,
		"<b>Use after release</b> by <code>Detach</code>": 1,
		"<b>Panic in reset</b>":                           1,
	} {
		if got := strings.Count(html, want); got != times {
			t.Errorf("the page has %q %d times, want %d", want, got, times)
		}
	}

	ids := regexp.MustCompile(`<details class="card report[^"]*" id="([^"]+)"`)
	before := ids.FindAllStringSubmatch(html, -1)
	source.Found[0].Count, source.Found[0].Time = 1235, time.Now()
	after := ids.FindAllStringSubmatch(htmlOf(t, page, "/"), -1)
	distinct := map[string]bool{}
	for _, id := range before {
		distinct[id[1]] = true
	}
	if len(distinct) != len(source.Found) || !reflect.DeepEqual(before, after) {
		t.Errorf("ids are not distinct, or change with the next occurrence: %v, then %v", before, after)
	}
}

func TestPage_ShowsWhoMayHoldAPointer(t *testing.T) {
	sleeps := runtime.Frame{Function: "time.Sleep", File: "/go/src/runtime/time.go", Line: 300}
	publish := runtime.Frame{Function: "main.publish", File: "/main.go", Line: 12}
	handle := runtime.Frame{Function: "main.handle", File: "/main.go", Line: 34}
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Found: []rcpool.Report{{
		Kind: rcpool.KeptPointer, Pool: "events", Time: time.Now(), Count: 1, GotAt: here(),
		Suspects: []rcpool.Suspect{
			{Goroutines: 1200, State: "sleep", Calls: []runtime.Frame{sleeps, publish}, CreatedBy: handle},
			{Goroutines: 1, State: "running", Calls: []runtime.Frame{handle}},
		},
	}}})
	html := htmlOf(t, page, "/")
	for _, want := range []string{
		"<h3>May hold it: 1,200 goroutines [sleep]</h3>", "<h3>May hold it: a goroutine [running]</h3>",
		"<code>main.publish <i>/main.go:12</i></code>", // in the line that is always there
		"<li>time.Sleep <i>", "<li>created by main.handle <i>/main.go:34</i></li>", "<h3>Got</h3>",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(html, "created by"); n != 1 {
		t.Errorf("%d goroutines were created by something, want 1", n)
	}
	suspects := snapshotOf(t, page).Reports[0].Suspects
	if len(suspects) != 2 || suspects[0].Site.Function != "main.publish" || len(suspects[0].Calls) != 2 || suspects[0].CreatedBy.Line != 34 || suspects[1].CreatedBy != nil {
		t.Errorf("JSON has the suspects %+v", suspects)
	}
}

func TestPage_SumsReportsOnPoolsWithOneName(t *testing.T) {
	stack := here()
	first, second := time.Now(), time.Now().Add(time.Second)
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Found: []rcpool.Report{
		{Kind: rcpool.Leak, Pool: "rows", Time: second, Count: 2, GotAt: stack},
		{Kind: rcpool.Leak, Pool: "rows", Time: first, Count: 3, GotAt: stack},
	}})
	s := snapshotOf(t, page)
	if len(s.Reports) != 1 || s.Reports[0].Count != 5 || !s.Reports[0].Time.Equal(second) {
		t.Errorf("the reports are %+v, want one of 5 occurrences", s.Reports)
	}
}

func TestPage_ShowsTenNewReportsInFull(t *testing.T) {
	source := &rcdebug.Fake{}
	for i := range 13 {
		source.Found = append(source.Found, rcpool.Report{Kind: rcpool.Leak, Pool: fmt.Sprint(i), Time: time.Now(), Count: 1})
	}
	html := htmlOf(t, rcdebug.From(new(rcdebug.Page), source), "/")
	above, folded, found := strings.Cut(html, ">3 more</summary>")
	if !found || strings.Count(above, `<details class="card report`) != 10 || strings.Count(folded, `<details class="card report`) != 3 {
		t.Error("not 10 reports in full and 3 more")
	}
}

// The links of reports lead to sections that exist.
func TestReport_LinksToTheDocumentation(t *testing.T) {
	docs, err := os.ReadFile("../docs/misuse.md")
	if err != nil {
		t.Fatal(err)
	}
	anchors := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(docs), -1) {
		anchors[strings.ReplaceAll(strings.ToLower(heading[1]), " ", "-")] = true
	}
	source := &rcdebug.Fake{}
	for kind := rcpool.Kind(1); !strings.HasPrefix(kind.String(), "Kind("); kind++ {
		source.Found = append(source.Found, rcpool.Report{Kind: kind, Count: 1, Time: time.Now()})
	}
	page := rcdebug.From(new(rcdebug.Page), source)
	html := htmlOf(t, page, "/")
	for _, r := range snapshotOf(t, page).Reports {
		file, anchor, _ := strings.Cut(r.Docs, "#")
		if file != "https://github.com/rcpool/rcpool/blob/main/docs/misuse.md" || !anchors[anchor] {
			t.Errorf("%s: no section %s", r.Kind, r.Docs)
		}
		if !strings.Contains(html, `<a href="`+r.Docs+`"`) {
			t.Errorf("%s: the page has no link to %s", r.Kind, r.Docs)
		}
	}
}

func TestPage_SumsPoolsWithOneName(t *testing.T) {
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{
		{Name: "a", Gets: 1, News: 1},
		{Name: "b", Gets: 10, News: 4, Lost: 1, InUse: 2, Retired: 1, RetiredBy: rcpool.Retirements{Worn: 1}},
		{Name: "b", Gets: 30, News: 6, InUse: 3, Retired: 2, RetiredBy: rcpool.Retirements{Keep: 2}},
	}})
	s := snapshotOf(t, page)
	if len(s.Pools) != 2 {
		t.Fatalf("got %d pools", len(s.Pools))
	}
	b := s.Pools[0] // it has news
	if b.Name != "b" || b.Pools != 2 || b.Gets != 40 || *b.Reuse != 0.75 || b.Lost != 1 || b.InUse != 5 || b.Retired != 3 || b.RetiredBy != (rcdebug.Retirements{Keep: 2, Worn: 1}) {
		t.Errorf("got %+v", b)
	}
	html := htmlOf(t, page, "/")
	if !strings.Contains(html, "× 2</small>") || strings.Contains(html, "× 1</small>") {
		t.Error("the page does not say which name stands for several pools")
	}
	if !strings.Contains(html, `<dt>pools</dt><dd data-name="pools"><span>3</span></dd>`) {
		t.Error("the total does not count all pools")
	}
}

func TestPage_LimitsAndSelectsPools(t *testing.T) {
	source := &rcdebug.Fake{}
	for i := range 10_000 {
		source.Pools = append(source.Pools, rcpool.Stats{Name: fmt.Sprintf("Tenant-%04d%s", i, strings.Repeat("long", i%100/99*250)), Gets: uint64(i)})
	}
	source.Pools[9876].Lost = 1
	row := regexp.MustCompile(`<th scope="row"><span class="name" title="(.{11})`)
	for _, c := range []struct {
		query       string
		rows        int
		first, note string
		matched     int
	}{
		{"", 100, "Tenant-9876", `100 of 10,000. The first row`, 10_000}, // what is new comes first
		{"sort=name", 100, "Tenant-0000", `100 of 10,000.`, 10_000},
		{"sort=gets&limit=3", 3, "Tenant-9999", `<a id="more" href="?limit=1000&amp;sort=gets">Show 1,000</a>`, 10_000},
		{"limit=1000", 1000, "Tenant-9876", "1,000 of 10,000.", 10_000},
		{"pool=nt-98", 100, "Tenant-9876", "", 100},
		{"pool=TENANT-012", 10, "Tenant-0120", "", 10},
		{"pool=-0&limit=20", 20, "Tenant-0000", `20 of 1,000 that match.`, 1000},
		{"pool=nobody", 0, "", "No name of a pool contains this.", 0},
		{"pool=%3Cscript%3E", 0, "", `name="pool" value="&lt;script&gt;"`, 0},
	} {
		page := rcdebug.From(new(rcdebug.Page), source)
		html, err := page.Render(c.query)
		if err != nil {
			t.Fatal(err)
		}
		rows := row.FindAllStringSubmatch(html, -1)
		first := ""
		if len(rows) > 0 {
			first = rows[0][1]
		}
		if len(rows) != c.rows || first != c.first {
			t.Errorf("?%s: %d rows from %q on, want %d from %q on", c.query, len(rows), first, c.rows, c.first)
		}
		if note := strings.Contains(html, `<p class="note">`); !strings.Contains(html, c.note) || note != (c.rows > 0 && c.rows < c.matched) {
			t.Errorf("?%s: the page does not say %q, or says that it has not all", c.query, c.note)
		}
		if !strings.Contains(html, "1 lease lost in") || !strings.Contains(html, "<span>10,000</span>") {
			t.Errorf("?%s: the totals are not of all pools", c.query)
		}
	}

	page := rcdebug.From(new(rcdebug.Page), source)
	if s := snapshotOf(t, page); len(s.Pools) != 10_000 || s.Matched != 10_000 || s.Total.Pools != 10_000 {
		t.Errorf("the snapshot has %d pools, %d that match and %d in total", len(s.Pools), s.Matched, s.Total.Pools)
	}
	var s rcdebug.Snapshot
	if err := json.Unmarshal(ask(page, "GET", "/?format=json&pool=-9&sort=gets&limit=2").Body.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	if len(s.Pools) != 2 || s.Pools[0].Gets != 9999 || s.Matched != 1000 || s.Total.Pools != 10_000 {
		t.Errorf("the selection has %d pools, %d that match and %d in total", len(s.Pools), s.Matched, s.Total.Pools)
	}
}

func TestPage_LinksKeepTheSelection(t *testing.T) {
	html := htmlOf(t, rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a&b", Lost: 1}}}), "/?pool=a%26b&sort=lost&limit=7&refresh=off")
	for _, want := range []string{
		`id="toggle" href="?limit=7&amp;pool=a%26b&amp;sort=lost"`,
		`id="json" href="?format=json&amp;limit=7&amp;pool=a%26b&amp;sort=lost"`,
		`id="sort-gets" href="?limit=7&amp;pool=a%26b&amp;refresh=off&amp;sort=gets"`,
		`id="all" href="?limit=7&amp;refresh=off&amp;sort=lost"`,
		`<input type="hidden" name="limit" value="7"><input type="hidden" name="refresh" value="off"><input type="hidden" name="sort" value="lost"><input id="pool"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestPage_Sorts(t *testing.T) {
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{
		Pools: []rcpool.Stats{
			{Name: "a", Gets: 20, News: 2, InUse: 1},
			{Name: "b", Gets: 10, News: 5, InUse: 2, Retired: 9},
			{Name: "c", Gets: 30, News: 1, InUse: 3, Lost: 1, Retired: 1},
			{Name: "d"},
			{Name: "e", Lost: 3},
		},
		Found: []rcpool.Report{{Kind: rcpool.DirtyReset, Pool: "d", Count: 1, Time: time.Now()}},
	})
	row := regexp.MustCompile(`<span class="name" title="(.)">`)
	for key, want := range map[string]string{
		"news": "cdeab", "name": "abcde", "gets": "cabde", "reuse": "bacde", "in_use": "cbade", "lost": "ecabd", "retired": "bcade", "rate": "abcde",
	} {
		html, got := htmlOf(t, page, "/?sort="+key), ""
		for _, match := range row.FindAllStringSubmatch(html, -1) {
			got += match[1]
		}
		if got != want {
			t.Errorf("by %s: %s, want %s", key, got, want)
		}
		sorted := regexp.MustCompile(`aria-sort="[a-z]+"><a id="sort-([a-z_]+)"`).FindAllStringSubmatch(html, -1)
		if key == "news" { // no column
			if len(sorted) > 0 {
				t.Errorf("a heading says that the table is sorted by it: %v", sorted)
			}
		} else if len(sorted) != 1 || sorted[0][1] != key {
			t.Errorf("the heading of %s does not say that the table is sorted by it: %v", key, sorted)
		}
	}
}

func TestPage_FormatsNumbers(t *testing.T) {
	html := htmlOf(t, rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{
		{Name: "a", Gets: 18_446_744_073_709_551_615, News: 1, InUse: 99_999},
		{Name: "b", Gets: 0, InUse: 1_234_567},
		{Name: "c", Gets: 1_000_000, News: 1},
	}}), "/")
	for _, want := range []string{
		`<span title="18,446,744,073,709,551,615">18.4 E</span>`,
		`<span>99,999</span>`,
		`<span title="1,234,567">1.23 M</span>`,
		`<td data-name="reuse"><span>–</span><svg`,
		`<td data-name="reuse"><span>100 %</span><svg`,
		`<td data-name="reuse"><span>99.99 %</span><svg`, // rounded down: not all
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// Under -race this shows that the page is safe to read while pools are in use.
func TestHandler_ConcurrentWithBusyPools(t *testing.T) {
	type object struct{ bytes [512]byte }
	var pools [4]rcpool.Pool[object]
	const leases = 3000 // of each pool
	page := &rcdebug.Page{Interval: time.Nanosecond, Window: time.Second}
	var workers, readers sync.WaitGroup
	for i := range pools {
		pools[i].Name = fmt.Sprint("busy ", i)
		workers.Add(1)
		go func() {
			defer workers.Done()
			for range leases {
				ref := pools[i].Get()
				ref.Value().bytes[0]++
				ref.Release()
			}
		}()
	}
	done := make(chan struct{})
	for _, target := range []string{"/", "/?format=json", "/?sort=rate"} {
		readers.Add(1)
		go func() {
			defer readers.Done()
			for {
				if answer := ask(page, "GET", target); answer.Code != 200 {
					t.Errorf("GET %s: %d", target, answer.Code)
				}
				select {
				case <-done:
					return
				default:
				}
			}
		}()
	}
	workers.Wait()
	close(done)
	readers.Wait()

	found := 0
	for _, p := range snapshotOf(t, page).Pools {
		if strings.HasPrefix(p.Name, "busy ") {
			found++
			if p.Gets != leases || p.Releases != leases || p.InUse != 0 {
				t.Errorf("%s: %+v, want %d gets", p.Name, p, leases)
			}
		}
	}
	if found != len(pools) {
		t.Errorf("%d of %d pools are in the snapshot", found, len(pools))
	}
	runtime.KeepAlive(&pools)
}

// checkAll checks every lease until the test ends, and keeps reports out of the
// log.
func checkAll(t *testing.T) {
	t.Cleanup(rcpool.ForgetReports)
	t.Cleanup(rcpool.OnReport(func(rcpool.Report) {}))
	t.Cleanup(rcpool.SetChecking(1))
}

// The page shows what rcpool reports in this process until it is forgotten. If
// the lease was checked, it shows all stacks.
func TestHandler_ShowsMisuseOfThisProcess(t *testing.T) {
	checkAll(t)
	type misused struct{ bytes [64]byte }
	pool := rcpool.Pool[misused]{Name: "misused"}
	func() {
		defer func() {
			var m *rcpool.Misuse
			if err, _ := recover().(error); !errors.As(err, &m) || m.Kind != rcpool.DoubleRelease {
				t.Errorf("recovered %v", err)
			}
		}()
		ref := pool.Get()
		other := ref.Retain()
		defer other.Release()
		ref.Release()
		ref.Release() //rcpool:ignore the mistake is on purpose
	}()

	page := rcdebug.Handler()
	find := func() *rcdebug.Report {
		for _, r := range snapshotOf(t, page).Reports {
			if r.Pool == pool.Name {
				return &r
			}
		}
		return nil
	}
	r := find()
	if r == nil {
		t.Fatal("the report is not there")
	}
	if r.Kind != "double release" || r.Count != 1 || time.Since(r.Time) > time.Hour {
		t.Errorf("the report is %+v", r)
	}
	var lines []int
	for _, stack := range [][]rcdebug.Frame{r.GotAt, r.ReleasedAt, r.MisusedAt} {
		if len(stack) == 0 || !strings.Contains(stack[0].Function, "TestHandler_ShowsMisuseOfThisProcess") {
			t.Fatalf("the stack is %v", stack)
		}
		lines = append(lines, stack[0].Line-r.GotAt[0].Line)
	}
	if want := []int{0, 3, 4}; !slices.Equal(lines, want) {
		t.Errorf("got, released and misused at lines %v from the first, want %v", lines, want)
	}
	if html := htmlOf(t, page, "/"); !strings.Contains(html, "<b>Double release</b> by <code>Release</code> in <span class=\"name\">misused</span>") {
		t.Error("the page lacks the report")
	}
	if answer := ask(page, "POST", "/?action=seen"); answer.Code != http.StatusSeeOther || find() == nil || find().New != 0 {
		t.Errorf("got %d, and after it the report is %v", answer.Code, find())
	}
	runtime.KeepAlive(&pool)
}

// A report on an unchecked lease says why it has one place only.
func TestHandler_SaysThatALeaseWasNotChecked(t *testing.T) {
	checkAll(t)
	t.Cleanup(rcpool.SetChecking(0))
	type misused struct{ bytes [64]byte }
	pool := rcpool.Pool[misused]{Name: "unchecked"}
	page := rcdebug.Handler()
	const note = "This lease was not checked."
	if strings.Contains(htmlOf(t, page, "/"), note) {
		t.Error("the page says so without a report")
	}
	func() {
		defer func() { recover() }()
		ref := pool.Get()
		ref.Release()
		ref.Value() //rcpool:ignore the mistake is on purpose
	}()
	if !strings.Contains(htmlOf(t, page, "/"), note) || !snapshotOf(t, page).Reports[0].Unchecked {
		t.Error("the page does not say so")
	}
	runtime.KeepAlive(&pool)
}

// The innermost call of a panic is the runtime's, and no one looks for that.
func TestHandler_NamesTheCallSiteOfAPanicInReset(t *testing.T) {
	checkAll(t)
	type secret struct{ password string }
	pool := rcpool.Pool[secret]{Name: "secrets", Reset: func(s *secret) { panic("hunter2: " + s.password) }}
	func() {
		defer func() { recover() }()
		pool.Get().Release()
	}()
	html := htmlOf(t, rcdebug.Handler(), "/")
	if !strings.Contains(html, "<b>Panic in reset</b>") || !regexp.MustCompile(`<code>github.com/rcpool/rcpool/rcdebug_test\.TestHandler_NamesTheCallSiteOfAPanicInReset\.func\d+ <i>`).MatchString(html) {
		t.Error("the page does not name the function that panicked")
	}
	if body := ask(rcdebug.Handler(), "GET", "/?format=json").Body.String(); strings.Contains(html+body, "hunter2") {
		t.Error("the page shows the panic value, which may contain data of the object")
	}
}

func TestPage_FormatsTimes(t *testing.T) {
	for window, want := range map[time.Duration]string{
		0:                      "last 10 minutes",
		500 * time.Millisecond: "last 500ms",
		time.Second:            "last 1 second",
		90 * time.Second:       "last 90 seconds",
		90 * time.Minute:       "last 90 minutes",
		36 * time.Hour:         "last 36 hours",
		72 * time.Hour:         "last 3 days",
	} {
		page := rcdebug.From(&rcdebug.Page{Window: window}, &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a"}}})
		if html := htmlOf(t, page, "/"); !strings.Contains(html, "The charts show the "+want+",") {
			t.Errorf("the page lacks %q", want)
		}
	}
}
