package rcdebug_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rcdebug"
)

// chromium returns the path of a browser. It skips the test if there is none.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium on the PATH")
	return ""
}

// A browser accepts the style and the script of the page. The script refreshes
// the page in place: numbers change, and an open report stays open.
func TestPage_InABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	browser := chromium(t)
	page := rcdebug.From(&rcdebug.Page{Interval: time.Second}, &rcdebug.Fake{
		Pools: []rcpool.Stats{{Name: "<i>events</i>", Gets: 42}},
		Found: []rcpool.Report{{Kind: rcpool.Leak, Count: 1, Time: time.Now(), Pool: "events", GotAt: here()}},
	})
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/debug/rcpool" {
			http.NotFound(w, r)
			return
		}
		answer := httptest.NewRecorder()
		page.ServeHTTP(answer, r)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		body := answer.Body.String()
		if requests.Add(1) == 1 { // as if someone had opened the report
			body = strings.Replace(body, "<details class", "<details open class", 1)
		} else {
			body = strings.Replace(body, ">42<", ">43<", 1)
		}
		fmt.Fprint(w, body)
	}))
	defer server.Close()

	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute) // for a browser that hangs
	defer stop()
	command := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--enable-logging=stderr",
		"--virtual-time-budget=5000", "--dump-dom", server.URL+"/debug/rcpool")
	var log strings.Builder
	command.Stderr = &log
	command.WaitDelay = 10 * time.Second
	dom, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	if strings.Contains(log.String(), "Content Security Policy") {
		t.Errorf("the policy blocked something:\n%s", log.String())
	}
	if requests.Load() < 2 || !strings.Contains(string(dom), ">43<") {
		t.Errorf("the page is not refreshed after %d requests", requests.Load())
	}
	if !strings.Contains(string(dom), `open=""`) {
		t.Error("the open report was closed")
	}
	if !strings.Contains(string(dom), "&lt;i&gt;events&lt;/i&gt;") {
		t.Error("the name of the pool is not on the page as text")
	}
}
