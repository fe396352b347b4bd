// Package rcdebug serves a page that shows what the rcpool pools of the process
// do, in the manner of net/http/pprof: counts and charts for each pool, and the
// reports of what has gone wrong, with stacks.
//
//	http.Handle("/debug/rcpool", rcdebug.Handler())
//
// The same data is available as JSON, for ?format=json or for a request that
// prefers application/json to text/html: see [Snapshot].
//
// # What is new
//
// A leak stays in the counts for as long as the process runs. So the page tells
// what is new from what somebody has marked as seen, and its banner is red only
// while something is new. The totals stay beside.
//
// The button marks what the page shows, not what has gone wrong since it was
// loaded. It does so for the process: everyone who looks sees the same, and when
// it was marked, as with an alert that somebody has acknowledged. It deletes no
// report and needs no cookie. After a restart nothing is marked, and a page from
// before the restart marks nothing. Programs mark by a POST with ?action=seen and
// the Edition of a [Snapshot].
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
// GET and HEAD change nothing, and a POST changes only what the page calls new.
// The page refuses it if a browser says that the request comes from another
// origin. The page loads nothing from other servers; its Content-Security-Policy
// forbids it.
//
// # Cost
//
// While no page is open, nothing runs. Reading the counts takes time in proportion
// to the number of pools and their live objects; leases go on meanwhile. A [Page]
// answers one request at a time and then rests nine times as long as that took.
// So it takes at most a tenth of one processor, however many people look and
// however many pools there are. A page shows 100 pools; ?pool= selects by name,
// ?sort= and ?limit= select among many.
//
// # History
//
// The page draws the last ten minutes from samples of the counts: gets per
// second, reuse, objects in use and lost leases. It takes a sample when someone
// looks, and an open page refreshes itself. Gets and losses are never missed,
// because counts only grow: the page draws the time between two samples as their
// average. To record the history while no one looks, keep a [Page] and call its
// Run method on a goroutine:
//
//	page := new(rcdebug.Page)
//	go page.Run(ctx)
//	http.Handle("/debug/rcpool", page)
//
// The history has a limit of a few MiB. For days and weeks, export
// [rcpool.AllStats] to a monitoring system.
package rcdebug
