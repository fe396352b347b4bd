//go:build go1.25

package rcdebug_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rcdebug"
)

// formOf returns what the button of the page posts to.
func formOf(t *testing.T, page string) string {
	t.Helper()
	form := regexp.MustCompile(`<form method="post" action="([^"]*)"`).FindStringSubmatch(page)
	if form == nil {
		t.Fatal("the page has no form")
	}
	return html.UnescapeString(form[1])
}

// mark posts the form of a page, as its button does.
func mark(t *testing.T, h http.Handler, page string) {
	t.Helper()
	if answer := ask(h, "POST", "/"+formOf(t, page)); answer.Code != http.StatusSeeOther {
		t.Fatalf("POST %s: %d %s", formOf(t, page), answer.Code, answer.Body)
	}
}

// bannerOf returns the text of the banner of a page.
func bannerOf(t *testing.T, page string) string {
	t.Helper()
	_, banner, found := strings.Cut(page, `<div class="verdict `)
	banner, _, _ = strings.Cut(banner, "</div>")
	_, banner, _ = strings.Cut(banner, "<p>")
	if !found {
		t.Fatal("the page has no banner")
	}
	text := regexp.MustCompile(`<[^>]*>|\s+`).ReplaceAllString(banner, " ")
	return strings.Join(strings.Fields(text), " ")
}

func TestMark_CalmsTheBannerUntilSomethingIsNew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the clock of a bubble begins at midnight UTC
		report := rcpool.Report{Kind: rcpool.Leak, Pool: "a", Time: time.Now(), Count: 3}
		source := &rcdebug.Fake{
			Pools: []rcpool.Stats{
				{Name: "a", Lost: 1, Retired: 2, RetiredBy: rcpool.Retirements{Misuse: 1, Panic: 1}},
				{Name: "b", Lost: 4},
			},
			Found: []rcpool.Report{report},
		}
		page := rcdebug.From(new(rcdebug.Page), source)
		check := func(ok bool, banner string, marked ...string) {
			t.Helper()
			shown := htmlOf(t, page, "/")
			if got := bannerOf(t, shown); !regexp.MustCompile("^" + banner + "$").MatchString(got) {
				t.Errorf("the banner says %q, want %q", got, banner)
			}
			found := []string{}
			for _, m := range regexp.MustCompile(`<em>([^<]*)</em>`).FindAllStringSubmatch(shown, -1) {
				found = append(found, m[1])
			}
			if !slices.Equal(found, marked) {
				t.Errorf("the page marks %q, want %q", found, marked)
			}
			if s := snapshotOf(t, page); s.OK != ok {
				t.Errorf("JSON says OK %t", s.OK)
			}
		}
		const at = `\d\d:00:`
		check(false, "✗ Something is wrong: 1 report, 5 leases lost in b and a, 1 object retired after misuse in a, 1 object retired because its reset panicked in a.",
			"new", "new", "new", "new", "new") // lost in total, in a, misuse and panic in a, lost in b
		mark(t, page, htmlOf(t, page, "/"))
		time.Sleep(2 * time.Second)
		const seen = `Seen before: 1 report, 5 leases lost, 1 object retired after misuse, 1 object retired because its reset panicked\.`
		check(true, "✓ Nothing new since "+at+`00 \( ?2 seconds ago ?\), when all was marked as seen\. `+seen)

		source.Pools[1].Lost++
		check(false, "✗ New since "+at+`00 : 1 lease lost in b\. `+seen, "1 new", "1 new")
		source.Pools[0].RetiredBy.Misuse++
		source.Found[0].Count, source.Found[0].Time = 5, time.Now()
		check(false, "✗ New since "+at+`00 : 1 report, 1 lease lost in b, 1 object retired after misuse in a\. Seen before: 5 leases lost, 1 object retired after misuse, 1 object retired because its reset panicked\.`,
			"1 new", "2 new", "1 new", "1 new")
		if s := snapshotOf(t, page); s.Total.New != (rcdebug.News{Reports: 1, Lost: 1, Misuse: 1}) || s.Reports[0].New != 2 || s.Total.Lost != 6 {
			t.Errorf("JSON says that these are new: %+v, %d occurrences", s.Total.New, s.Reports[0].New)
		}
		mark(t, page, htmlOf(t, page, "/"))
		check(true, "✓ Nothing new since "+at+`02 \( ?just now ?\), when all was marked as seen\. Seen before: 1 report, 6 leases lost, 2 objects retired after misuse, 1 object retired because its reset panicked\.`)
	})
}

// To look changes nothing.
func TestMark_NeedsAPost(t *testing.T) {
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}})
	for _, request := range []string{"GET /", "HEAD /", "GET /?format=json", "POST /?action=forget", "PUT /?action=seen"} {
		method, target, _ := strings.Cut(request, " ")
		ask(page, method, target)
	}
	if s := snapshotOf(t, page); s.OK || s.Since != nil {
		t.Errorf("something was marked as seen: %v", s.Since)
	}
}

// What goes wrong between the page and the click was seen by nobody, whoever else
// has looked.
func TestMark_MarksOnlyWhatThePageHasShown(t *testing.T) {
	source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}, {Name: "b"}}, Found: []rcpool.Report{{Kind: rcpool.Leak, Count: 1, Time: time.Now()}}}
	page := rcdebug.From(new(rcdebug.Page), source)
	mine := htmlOf(t, page, "/")
	source.Pools[0].Lost, source.Pools[1].Lost = 3, 1
	source.Found[0].Count, source.Found[0].Time = 9, time.Now()
	htmlOf(t, page, "/") // somebody else looks
	mark(t, page, mine)
	if s := snapshotOf(t, page); s.Total.New != (rcdebug.News{Reports: 1, Lost: 3}) || s.Reports[0].New != 8 {
		t.Errorf("these are new: %+v, %d occurrences; want 3 leases lost and 8 occurrences", s.Total.New, s.Reports[0].New)
	}
}

// Two people look. The one with the older page marks last.
func TestMark_OfAnOlderPageUndoesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}, Found: []rcpool.Report{{Kind: rcpool.Leak, Count: 1, Time: time.Now()}}}
		page := rcdebug.From(new(rcdebug.Page), source)
		older := htmlOf(t, page, "/")
		time.Sleep(time.Second)
		source.Pools[0].Lost, source.Found[0].Count, source.Found[0].Time = 2, 2, time.Now()
		newer := htmlOf(t, page, "/")
		time.Sleep(time.Second)
		htmlOf(t, page, "/") // shows that nothing else has gone wrong until now
		since := time.Now()
		time.Sleep(time.Second)
		mark(t, page, newer)
		time.Sleep(time.Second)
		mark(t, page, older)
		if s := snapshotOf(t, page); !s.OK || !s.Since.Equal(since) {
			t.Errorf("wrong is %q, since %v; want nothing since %v", s.Wrong, s.Since, since)
		}
	})
}

// Another process, such as the one after a restart, does not know what the page
// has shown.
func TestMark_RefusesThePageOfAnotherProcess(t *testing.T) {
	source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}}
	before := htmlOf(t, rcdebug.From(new(rcdebug.Page), source), "/")
	after := rcdebug.From(new(rcdebug.Page), source)
	htmlOf(t, after, "/")
	answer := ask(after, "POST", "/"+formOf(t, before))
	if answer.Code != http.StatusConflict || !strings.Contains(answer.Body.String(), "Load the page again") {
		t.Errorf("got %d %s", answer.Code, answer.Body)
	}
	if snapshotOf(t, after).OK {
		t.Error("what nobody has seen in this process is marked as seen")
	}
}

// A program that does not look first marks what is the case.
func TestMark_WithoutAnEdition(t *testing.T) {
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}})
	if answer := ask(page, "POST", "/?action=seen"); answer.Code != http.StatusSeeOther || !snapshotOf(t, page).OK {
		t.Errorf("got %d, and what is wrong is still new", answer.Code)
	}
}

func TestMark_OnlyForTheSameOrigin(t *testing.T) {
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
		{"another port", []string{"Origin", "http://example.com:8080"}, 403},
		{"a sandboxed page", []string{"Origin", "null"}, 403},
		{"another site with cookies of this one", []string{"Sec-Fetch-Site", "cross-site", "Cookie", "session=1"}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}})
			answer := ask(page, "POST", "http://example.com/?action=seen", c.header...)
			if answer.Code != c.status {
				t.Errorf("got %d, want %d", answer.Code, c.status)
			}
			if marked := snapshotOf(t, page).OK; marked != (c.status == 303) {
				t.Errorf("marked: %t", marked)
			}
			if answer.Header().Get("Set-Cookie") != "" {
				t.Error("the page sets a cookie")
			}
		})
	}
}

func TestMark_RedirectsToThePage(t *testing.T) {
	page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}})
	server := httptest.NewServer(http.StripPrefix("/internal/debug/rcpool", page))
	defer server.Close()

	form := formOf(t, htmlOf(t, page, "/?refresh=off&sort=gets&pool=A&limit=7"))
	answer, err := http.Post(server.URL+"/internal/debug/rcpool"+form, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	want := server.URL + "/internal/debug/rcpool?limit=7&pool=A&refresh=off&sort=gets"
	if got := answer.Request.URL.String(); answer.StatusCode != 200 || got != want {
		t.Errorf("the browser ends with %s at %s, want %s", answer.Status, got, want)
	}
	if !snapshotOf(t, page).OK {
		t.Error("what the page has shown is not marked as seen")
	}
}

// The counts of a pool go with it. Those of another one with its name are new.
func TestMark_IsAboutOnePool(t *testing.T) {
	source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Number: 1, Lost: 3}, {Name: "a", Number: 2, Lost: 1}}}
	page := rcdebug.From(new(rcdebug.Page), source)
	mark(t, page, htmlOf(t, page, "/"))
	source.Pools = []rcpool.Stats{{Name: "a", Number: 2, Lost: 1}, {Name: "a", Number: 3, Lost: 2}}
	if s := snapshotOf(t, page); s.Total.New.Lost != 2 || s.Total.Lost != 3 {
		t.Errorf("%d of %d lost leases are new, want 2 of 3", s.Total.New.Lost, s.Total.Lost)
	}
}

// A reset that takes long counts as a panic until it is over.
func TestMark_OfACountThatFalls(t *testing.T) {
	source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", RetiredBy: rcpool.Retirements{Panic: 1}}}}
	page := rcdebug.From(new(rcdebug.Page), source)
	mark(t, page, htmlOf(t, page, "/"))
	source.Pools[0].RetiredBy.Panic = 0
	if s := snapshotOf(t, page); !s.OK || len(s.Seen) > 0 {
		t.Errorf("new: %q, seen: %q; want nothing", s.Wrong, s.Seen)
	}
	source.Pools[0].RetiredBy.Panic = 1
	if s := snapshotOf(t, page); s.Total.New.Panic != 1 {
		t.Error("the panic is not new")
	}
}

// A report that the program has forgotten is new when it comes again.
func TestMark_OfAReportThatIsForgotten(t *testing.T) {
	for _, c := range []struct {
		name  string
		count int
	}{{"fewer times", 1}, {"as often", 3}, {"more often", 7}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source := &rcdebug.Fake{Found: []rcpool.Report{{Kind: rcpool.Leak, Count: 3, Time: time.Now()}}}
				page := rcdebug.From(new(rcdebug.Page), source)
				mark(t, page, htmlOf(t, page, "/"))
				if s := snapshotOf(t, page); s.Reports[0].New != 0 {
					t.Errorf("%d occurrences of a seen report are new", s.Reports[0].New)
				}
				time.Sleep(time.Second)
				source.Found[0].Count, source.Found[0].Time = c.count, time.Now()
				if s := snapshotOf(t, page); s.OK || s.Reports[0].New == 0 {
					t.Error("the report is not new")
				}
			})
		})
	}
}

// However often something goes wrong, the page keeps few editions.
func TestMark_RemembersARecentPage(t *testing.T) {
	source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}}
	page := rcdebug.From(new(rcdebug.Page), source)
	look := func() {
		t.Helper()
		if _, err := page.Render("format=json"); err != nil {
			t.Fatal(err)
		}
		if _, _, editions, alarms := page.Kept(); editions > rcdebug.MaxEditions || alarms > rcdebug.MaxAlarms && editions > 1 {
			t.Fatalf("the page remembers %d editions with %d alarms", editions, alarms)
		}
	}
	first := htmlOf(t, page, "/")
	for range rcdebug.MaxEditions / 2 {
		source.Pools[0].Lost++
		look()
		look() // the same edition
	}
	if answer := ask(page, "POST", "/"+formOf(t, first)); answer.Code != http.StatusSeeOther {
		t.Errorf("the page does not remember one of %d editions: %d", rcdebug.MaxEditions/2, answer.Code)
	}
	for range rcdebug.MaxEditions {
		source.Pools[0].Lost++
		look()
	}
	if answer := ask(page, "POST", "/"+formOf(t, first)); answer.Code != http.StatusConflict {
		t.Errorf("a page of %d editions before: %d", rcdebug.MaxEditions*3/2, answer.Code)
	}
	for i := range rcdebug.MaxAlarms + 1 {
		source.Pools = append(source.Pools, rcpool.Stats{Name: fmt.Sprint(i), Lost: 1})
	}
	for range 3 {
		source.Pools[0].Lost++
		look()
	}
}

// The lengths of times differ, so this needs a clock that stands still.
func TestServeHTTP_HeadHasTheLengthOfGet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Lost: 1}}})
		for _, target := range []string{"/", "/?format=json"} {
			get, head := ask(page, "GET", target), ask(page, "HEAD", target)
			if got, want := head.Header().Get("Content-Length"), fmt.Sprint(get.Body.Len()); got != want {
				t.Errorf("%s: HEAD announces %q bytes, GET sends %s", target, got, want)
			}
		}
	})
}

// slow is a source that takes a second.
type slow struct{ rcdebug.Fake }

func (s *slow) Stats() []rcpool.Stats {
	time.Sleep(time.Second)
	return s.Fake.Stats()
}

// However many requests there are, the page works a tenth of the time.
func TestServeHTTP_RestsBetweenRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := rcdebug.From(new(rcdebug.Page), new(slow))
		start := time.Now()
		for i, request := range []string{"GET /", "GET /?format=json", "HEAD /", "POST /?action=seen", "GET /"} {
			method, target, _ := strings.Cut(request, " ")
			ask(page, method, target)
			if got, want := time.Since(start), time.Duration(10*i+1)*time.Second; got != want {
				t.Errorf("%s is answered after %v, want %v", request, got, want)
			}
		}
		time.Sleep(time.Minute)
		start = time.Now()
		ask(page, "GET", "/")
		if got := time.Since(start); got != time.Second {
			t.Errorf("a request after a long rest takes %v", got)
		}
	})
}

func TestServeHTTP_DoesNotWorkForACanceledRequest(t *testing.T) {
	source := new(rcdebug.Fake)
	page := rcdebug.From(new(rcdebug.Page), source)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	page.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil).WithContext(ctx))
	if source.Reads != 0 {
		t.Error("the page has read the counts")
	}
}
