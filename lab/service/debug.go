//go:build !release

package service

import (
	"net/http"
	"net/http/pprof"

	"github.com/rcpool/rcpool/rcdebug"
)

// Flavour is what the binary was built as: debug, or with the tag release,
// release. A release has no profiles and no page about the pools, and nothing in
// its environment makes it check every lease.
const Flavour = "debug"

// debugPages adds to mux the profiles and the page about the pools. They are for
// operators: they show names of functions and files, and a profile takes time. A
// release adds nothing.
func debugPages(mux *http.ServeMux) {
	mux.Handle("/debug/rcpool", rcdebug.Handler())
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
}

// limitChecking does nothing: RCPOOL_CHECK and the tag rcpool_check say how many
// leases are checked. In a release, one in 1,024 are.
func limitChecking() {}
