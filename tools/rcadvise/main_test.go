package main

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rcadvise": main})
}

// The script uses rcadvise as its users do, on the profiles of a real program.
func TestRcadvise(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	paths := strings.Fields(string(cache))
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOCACHE", paths[0])
			e.Setenv("GOMODCACHE", paths[1])
			e.Setenv("GOPROXY", "off")
			e.Setenv("GOWORK", "off")
			return nil
		},
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		RequireExplicitExec: true,
	})
}

// exits runs a command that ends with a certain code: exits 2 rcadvise -nonsense
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [args...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if failure := (*exec.ExitError)(nil); errors.As(err, &failure) {
		code = failure.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if args[0] != strconv.Itoa(code) {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// advised runs the command with a URL.
func advised(t *testing.T, url string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), []string{"-src", "none", url}, &out, &err)
	return code, out.String(), err.String()
}

func TestRun_AsksAProgramForItsProfile(t *testing.T) {
	var asked string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.String()
		runtime.GC()
		if err := pprof.Lookup("allocs").WriteTo(w, 0); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	for url, want := range map[string]string{
		server.URL:                            "/debug/pprof/allocs?seconds=30",
		server.URL + "/":                      "/debug/pprof/allocs?seconds=30",
		server.URL + "/debug/pprof/heap?gc=1": "/debug/pprof/heap?gc=1",
	} {
		code, stdout, stderr := advised(t, url)
		if code != 0 || asked != want || !strings.Contains(stdout, " allocated ") {
			t.Errorf("%s: asked for %s, want %s; exit code %d, output\n%s%s", url, asked, want, code, stdout, stderr)
		}
		if waits := strings.Contains(want, "seconds"); waits != strings.Contains(stderr, "takes 30 seconds") {
			t.Errorf("%s: it says %q", url, stderr)
		}
	}
}

func TestRun_SaysWhyThereIsNoProfile(t *testing.T) {
	answer := http.NotFound
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(w, r) }))
	for name, test := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request)
		says   string
	}{
		"not there":  {http.NotFound, "must serve net/http/pprof at this address"},
		"not for us": {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }, "give rcadvise the file"},
		"too long": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "profile duration exceeds server's WriteTimeout", http.StatusBadRequest)
		}, "Ask for fewer seconds"},
		"a page": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }, "web page"},
	} {
		answer = test.answer
		if code, _, stderr := advised(t, server.URL+"/debug/pprof/heap"); code != 1 || !strings.Contains(stderr, test.says) {
			t.Errorf("%s: exit code %d, it says %q, want %q", name, code, stderr, test.says)
		}
	}
	server.Close()
	if code, _, stderr := advised(t, server.URL+"/debug/pprof/heap"); code != 1 || !strings.Contains(stderr, "does the program run") {
		t.Errorf("nobody listens: exit code %d, it says %q", code, stderr)
	}
}
