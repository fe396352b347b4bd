//go:build release

package service

import (
	"net/http"

	"github.com/rcpool/rcpool"
)

// Flavour is documented in debug.go, as are the functions below.
const Flavour = "release"

func debugPages(*http.ServeMux) {}

// limitChecking overrides RCPOOL_CHECK, so that nobody slows a release down by its
// environment.
func limitChecking() { rcpool.SetChecking(1024) }
