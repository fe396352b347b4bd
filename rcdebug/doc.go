// Package rcdebug serves a page that shows what the rcpool pools of the process
// do, in the manner of net/http/pprof: counts and a chart for each pool, and
// the reports of what has gone wrong, with stacks.
//
//	http.Handle("/debug/rcpool", rcdebug.Handler())
//
// The same data is available as JSON, for ?format=json or for a request that
// prefers application/json to text/html: see [Snapshot].
//
// # Who may see the page
//
// The page is for people who operate the process. Importing the package
// registers nothing, so you decide who can reach the page by choosing the mux
// and the listener. It asks for no password. Serve it on an internal listener
// or behind your own authentication.
//
// Someone who can see the page learns the names and counts of the pools and,
// from the reports, functions, files and lines of the program. The page never
// shows what an object holds, the environment, or the content of a file.
//
// GET and HEAD change nothing. The only change is POST with ?action=forget,
// which calls [rcpool.ForgetReports]. The page refuses it if a browser says
// that the request comes from another origin. The page loads nothing from
// other servers; its Content-Security-Policy forbids it. Requests read the
// counts one at a time, so many requests keep one processor busy, not all.
//
// # History
//
// The page draws the gets per second of the last ten minutes from samples of
// the counts. It takes a sample when someone looks. An open page refreshes
// itself; while no page is open, nothing runs and no memory is added. Counts
// only grow, so the page misses no lease: it draws the time between two
// samples as their average. To record the history while no one looks, keep a
// [Page] and call its Run method on a goroutine:
//
//	page := new(rcdebug.Page)
//	go page.Run(ctx)
//	http.Handle("/debug/rcpool", page)
package rcdebug
