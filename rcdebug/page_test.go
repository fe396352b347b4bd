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
		{"GET", "/?unrelated=1", "", 200, html},
		{"GET", "/?format=xml", "", 400, text},
		{"GET", "/?format=", "", 400, text},
		{"GET", "/?sort=colour", "", 400, text},
		{"GET", "/?refresh=1", "", 400, text},
		{"GET", "/?format=%zz", "", 400, text},
		{"GET", "/?action=forget", "", 400, text},
		{"HEAD", "/?action=forget", "", 400, text},
		{"POST", "/", "", 400, text},
		{"POST", "/?action=remember", "", 400, text},
		{"POST", "/?action=forget&sort=colour", "", 400, text},
		{"POST", "/?action=forget", "", 303, ""},
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

func TestServeHTTP_HeadHasTheLengthOfGet(t *testing.T) {
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{})
	get := ask(page, "GET", "/")
	head := ask(page, "HEAD", "/")
	if got, want := head.Header().Get("Content-Length"), fmt.Sprint(get.Body.Len()); got != want {
		t.Errorf("HEAD announces %q bytes, GET sends %s", got, want)
	}
}

func TestForget_OnlyForTheSameOrigin(t *testing.T) {
	for _, c := range []struct {
		name   string
		header []string
		status int
	}{
		{"the page itself", []string{"Sec-Fetch-Site", "same-origin", "Origin", "http://example.com"}, 303},
		{"the page itself without TLS", []string{"Origin", "http://example.com"}, 303},
		{"no browser", nil, 303},
		{"another site", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"another site on the same domain", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"another origin, old browser", []string{"Origin", "http://evil.example"}, 403},
		{"a sandboxed page", []string{"Origin", "null"}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := &rcdebug.Fake{Found: []rcpool.Report{{Kind: rcpool.Leak}}}
			answer := ask(rcdebug.From(new(rcdebug.Page), source), "POST", "http://example.com/?action=forget", c.header...)
			if answer.Code != c.status {
				t.Errorf("got %d, want %d", answer.Code, c.status)
			}
			if forgot := source.Forgot == 1; forgot != (c.status == 303) {
				t.Errorf("forgot %d times", source.Forgot)
			}
		})
	}
}

func TestForget_RedirectsToThePage(t *testing.T) {
	source := &rcdebug.Fake{Found: []rcpool.Report{{Kind: rcpool.Leak, Pool: "events", GotAt: here()}}}
	prefixed := http.StripPrefix("/internal/debug/rcpool", rcdebug.From(new(rcdebug.Page), source))
	server := httptest.NewServer(prefixed)
	defer server.Close()

	page := server.URL + "/internal/debug/rcpool?refresh=off&sort=gets"
	form := regexp.MustCompile(`<form method="post" action="([^"]*)"`).FindStringSubmatch(htmlOf(t, rcdebug.From(new(rcdebug.Page), source), "/?refresh=off&sort=gets"))
	if form == nil {
		t.Fatal("the page has no form")
	}
	target, _, _ := strings.Cut(page, "?")
	answer, err := http.Post(target+strings.ReplaceAll(form[1], "&amp;", "&"), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got := answer.Request.URL.String(); answer.StatusCode != 200 || got != page {
		t.Errorf("the browser ends with %s at %s, want %s", answer.Status, got, page)
	}
	if source.Forgot != 1 {
		t.Errorf("forgot %d times", source.Forgot)
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
	for _, outside := range []string{"://", "src=", "<link", "@import", "url(", " style=", " onclick="} {
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
	rate, reuse := 2.5, 0.75
	frame := []rcdebug.Frame{{Function: "main.f", File: "/f.go", Line: 7}}
	encoded, err := json.Marshal(rcdebug.Snapshot{
		Time: time.Unix(0, 0).UTC(), Wrong: []string{"1 report"},
		Total:   rcdebug.Counts{Gets: 4, News: 1, Reuse: &reuse, Releases: 1, Detached: 1, Lost: 1, InUse: 1, Retired: 15, RetiredBy: rcdebug.Retirements{Keep: 1, Panic: 2, Misuse: 3, Worn: 4, Check: 5}},
		Samples: []time.Time{time.Unix(0, 0).UTC(), time.Unix(2, 0).UTC(), time.Unix(4, 0).UTC()},
		Pools:   []rcdebug.PoolStats{{Name: "events", Pools: 1, Rate: &rate, History: []*float64{nil, &rate}}},
		Reports: []rcdebug.Report{{Kind: "leak", Cause: "why", Cure: "how", Pool: "events", Time: time.Unix(0, 0).UTC(), Count: 1,
			MisusedAt: frame, GotAt: frame, RetainedAt: [][]rcdebug.Frame{frame}, ReleasedAt: frame, Fields: []rcdebug.Field{{Path: ".A", Offset: 8, What: "dirty"}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const stack = `[{"function":"main.f","file":"/f.go","line":7}]`
	want := `{"time":"1970-01-01T00:00:00Z","ok":false,"wrong":["1 report"],` +
		`"total":{"gets":4,"news":1,"reuse":0.75,"releases":1,"detached":1,"lost":1,"in_use":1,"retired":15,"retired_by":{"keep":1,"panic":2,"misuse":3,"worn":4,"check":5}},` +
		`"samples":["1970-01-01T00:00:00Z","1970-01-01T00:00:02Z","1970-01-01T00:00:04Z"],` +
		`"pools":[{"name":"events","pools":1,"gets":0,"news":0,"reuse":null,"releases":0,"detached":0,"lost":0,"in_use":0,"retired":0,"retired_by":{"keep":0,"panic":0,"misuse":0,"worn":0,"check":0},"gets_per_second":2.5,"history":[null,2.5]}],` +
		`"reports":[{"kind":"leak","cause":"why","cure":"how","pool":"events","time":"1970-01-01T00:00:00Z","count":1,"misused_at":` + stack + `,"got_at":` + stack + `,"retained_at":[` + stack + `],"released_at":` + stack + `,"fields":[{"path":".A","offset":8,"what":"dirty"}]}]}`
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
	if bytes.Contains(body, []byte(`"misused_at":null`)) || bytes.Contains(body, []byte(`"fields":null`)) {
		t.Error("an empty list is null")
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
	for _, c := range []struct {
		name   string
		source rcdebug.Fake
		wrong  string // empty if nothing
		hint   bool
	}{
		{"normal retirements", rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Gets: 9, News: 3, Retired: 7, RetiredBy: rcpool.Retirements{Keep: 2, Worn: 1, Check: 4}}}}, "", false},
		{"reports", rcdebug.Fake{Found: []rcpool.Report{{Kind: rcpool.Leak}, {Kind: rcpool.LateWrite}}}, "2 reports", false},
		{"lost without a report", rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}}, "1 lease lost", true},
		{"lost with a report", rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 2}}, Found: []rcpool.Report{{Kind: rcpool.Leak}}}, "1 report, 2 leases lost", false},
		{"panic", rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Retired: 1, RetiredBy: rcpool.Retirements{Panic: 1}}}}, "1 object retired because its reset panicked", false},
		{"misuse in two pools", rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", RetiredBy: rcpool.Retirements{Misuse: 1}}, {Name: "b", RetiredBy: rcpool.Retirements{Misuse: 1}}}}, "2 objects retired after misuse", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := rcdebug.From(new(rcdebug.Page), &c.source)
			html := htmlOf(t, page, "/")
			if c.wrong == "" {
				if !strings.Contains(html, "✓ Nothing is wrong.") || strings.Contains(html, `class="bad"`) {
					t.Error("the page does not say that nothing is wrong, or marks something")
				}
			} else if !strings.Contains(html, "✗ Something is wrong.</b> "+c.wrong+".</p>") {
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
		Found: []rcpool.Report{{Kind: rcpool.DirtyReset, Pool: nasty, GotAt: here(), Fields: []rcpool.Field{{Path: nasty, What: nasty}}}},
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
	source := &rcdebug.Fake{Found: []rcpool.Report{
		{Kind: rcpool.DoubleRelease, Pool: "events", Time: time.Now(), Count: 1234, MisusedAt: stack, GotAt: stack, RetainedAt: []rcpool.Stack{stack}, ReleasedAt: stack},
		{Kind: rcpool.Leak, Pool: "rows", Time: time.Now().Add(-3 * time.Minute), Count: 1, GotAt: stack, RetainedAt: []rcpool.Stack{stack}},
		{Kind: rcpool.Leak, Pool: "rows", Time: time.Now(), Count: 1, GotAt: here()}, // elsewhere
		{Kind: rcpool.ResetPanic, Pool: "events", Time: time.Now(), Count: 1},
	}}
	page := rcdebug.From(new(rcdebug.Page), source)
	html := htmlOf(t, page, "/")
	for _, want := range []string{
		"<b>Double release</b> in <span class=\"name\">events</span>",
		"1,234 times, last <time",
		sentence(rcpool.DoubleRelease.Cause()) + " <b>" + sentence(rcpool.DoubleRelease.Cure()) + "</b>",
		"<h3>Misused</h3>", "<h3>Got</h3>", "<h3>Retained</h3>", "<h3>Released</h3>",
		"<li>github.com/rcpool/rcpool/rcdebug_test.TestPage_ShowsReports <i>", "page_test.go:",
		"<b>Leak</b>", "3 minutes ago", "<h3>Retained here, never released</h3>",
		"<b>Panic in reset</b>",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}

	ids := regexp.MustCompile(`<details class="card" id="([^"]+)"`)
	before := ids.FindAllStringSubmatch(html, -1)
	source.Found[0].Count, source.Found[0].Time = 1235, time.Now()
	after := ids.FindAllStringSubmatch(htmlOf(t, page, "/"), -1)
	distinct := map[string]bool{}
	for _, id := range before {
		distinct[id[1]] = true
	}
	if len(distinct) != 4 || !reflect.DeepEqual(before, after) {
		t.Errorf("ids are not distinct, or change with the next occurrence: %v, then %v", before, after)
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
	b := s.Pools[1]
	if b.Pools != 2 || b.Gets != 40 || *b.Reuse != 0.75 || b.Lost != 1 || b.InUse != 5 || b.Retired != 3 || b.RetiredBy != (rcdebug.Retirements{Keep: 2, Worn: 1}) {
		t.Errorf("got %+v", b)
	}
	html := htmlOf(t, page, "/")
	if !strings.Contains(html, "× 2</small>") || strings.Contains(html, "× 1</small>") {
		t.Error("the page does not say which name stands for several pools")
	}
	if !strings.Contains(html, "<dt>pools</dt><dd>3</dd>") {
		t.Error("the total does not count all pools")
	}
}

func TestPage_ManyPoolsAndLongNames(t *testing.T) {
	source := &rcdebug.Fake{}
	for i := range 500 {
		source.Pools = append(source.Pools, rcpool.Stats{Name: fmt.Sprintf("%03d%s", i, strings.Repeat("long", 250)), Gets: uint64(i)})
	}
	page := rcdebug.From(new(rcdebug.Page), source)
	if rows := strings.Count(htmlOf(t, page, "/"), `<th scope="row">`); rows != 500 {
		t.Errorf("the page has %d rows", rows)
	}
	if s := snapshotOf(t, page); len(s.Pools) != 500 || s.Pools[499].Name != source.Pools[499].Name {
		t.Errorf("the snapshot has %d pools", len(s.Pools))
	}
}

func TestPage_Sorts(t *testing.T) {
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{
		{Name: "a", Gets: 20, News: 2, InUse: 1, Lost: 3},
		{Name: "b", Gets: 10, News: 5, InUse: 2, Retired: 9},
		{Name: "c", Gets: 30, News: 1, InUse: 3, Lost: 1, Retired: 1},
		{Name: "d"},
	}})
	row := regexp.MustCompile(`<span class="name" title="(.)">`)
	for key, want := range map[string]string{
		"name": "abcd", "gets": "cabd", "reuse": "bacd", "in_use": "cbad", "lost": "acbd", "retired": "bcad", "rate": "abcd",
	} {
		html, got := htmlOf(t, page, "/?sort="+key), ""
		for _, match := range row.FindAllStringSubmatch(html, -1) {
			got += match[1]
		}
		if got != want {
			t.Errorf("by %s: %s, want %s", key, got, want)
		}
		if !regexp.MustCompile(`aria-sort="[a-z]+"><a id="sort-` + key + `"`).MatchString(html) {
			t.Errorf("the heading of %s does not say that the table is sorted by it", key)
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
		`<td data-name="reuse"><span>–</span></td>`,
		`<td data-name="reuse"><span>100 %</span></td>`,
		`<td data-name="reuse"><span>99.99 %</span></td>`, // rounded down: not all
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
	if html := htmlOf(t, page, "/"); !strings.Contains(html, "<b>Double release</b> in <span class=\"name\">misused</span>") {
		t.Error("the page lacks the report")
	}
	if answer := ask(page, "POST", "/?action=forget"); answer.Code != http.StatusSeeOther || find() != nil {
		t.Errorf("got %d, and after it the report is %v", answer.Code, find())
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
		if html := htmlOf(t, page, "/"); !strings.Contains(html, `class="history">`+want+`</th>`) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
