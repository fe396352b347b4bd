// Package rchttp uses rcpool in servers of net/http: scopes release what a
// request has leased, and JSON bodies are decoded into pooled objects.
//
// # Scopes
//
// A [Scope] owns references for the time of one request. It releases them when
// the handler returns or panics, so the handler cannot leak them. [Scoped] gives
// an http.Handler a scope in the context of its request, and [ScopeHandler] is a
// handler that takes the scope as a parameter. In a scope, [Borrow] leases an
// object and [Adopt] takes over a reference.
//
// # Bodies
//
// [Bind] decodes the JSON body of a request into a pooled object, or tells the
// client what is wrong with the body. [Decode] does the same for handlers that
// write their own answers.
//
// Package [github.com/rcpool/rcpool/rcdebug] serves a page that shows what the
// pools of the process do.
package rchttp

import "github.com/rcpool/rcpool"

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/rchttp") }
