// Package rchttp is rcpool for servers of net/http: scopes that release what a
// request has leased, JSON bodies in pooled objects, and a page on the pools of
// the process.
//
// # Requests
//
// A [Scope] owns what is leased while a request is served, and releases it when
// the handler has returned, or has panicked: see [Scoped] and [HandlerFunc].
// [Bind] decodes a JSON body into a pooled object, or answers what is wrong with
// it.
//
// # The page
//
// [Handler] serves a page in the manner of net/http/pprof: what each pool does,
// how it went in the last minutes, and what has gone wrong, with stacks.
//
//	http.Handle("/debug/rcpool", rchttp.Handler())
//
// Importing the package registers nothing: who may see the page is yours to
// decide, with the mux and the listener that you choose.
//
// # History
//
// The page draws the gets per second of the last ten minutes from the counts
// that it has noted, and it notes them when somebody looks: an open page
// refreshes itself, and while none is open nothing runs and nothing is stored
// anew. Since counts only grow, no lease is missed by that. What happened
// between two looks is drawn as its average. To have the history before the
// first look, keep a [Page] and give it a goroutine, which ends with its
// context:
//
//	page := new(rchttp.Page)
//	go page.Run(ctx)
//	http.Handle("/debug/rcpool", page)
//
// # JSON
//
// The same as JSON, for ?format=json or a request that accepts
// application/json rather than text/html: a [Snapshot]. The names of its fields
// are stable; fields may be added.
//
// # Safety
//
// The page is for those who look after the process. Should others see it, they
// learn the names and counts of the pools, and of reports the functions, files
// and lines; never what an object holds, nor the environment, nor what is in a
// file. Nothing can be changed by GET or HEAD. The one change there is, POST
// with ?action=forget, calls rcpool.ForgetReports and is refused to other
// origins by [http.CrossOriginProtection]. The page loads nothing from
// anywhere, which its Content-Security-Policy makes certain. Requests read the
// counts one after the other, so many of them keep one processor busy with
// that, not all.
package rchttp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

// Handler returns a new zero [Page].
func Handler() http.Handler { return new(Page) }

// A Page is a handler that serves the page and keeps its history. The zero Page
// is ready to use. A Page is safe for concurrent use and must not be copied
// after first use; its fields are set before.
type Page struct {
	// Interval is the time between two notes of the counts, and between two
	// refreshes of an open page, there rounded up to seconds. The default is 5
	// seconds.
	Interval time.Duration

	// Window is how far the history goes back. The default is 10 minutes. The
	// history takes about 24 bytes for each pool and Interval in it.
	Window time.Duration

	pools  source // nil for those of the process
	origin http.CrossOriginProtection

	mu      sync.Mutex
	history history
}

// source is where a Page has its figures from.
type source interface {
	Stats() []rcpool.Stats
	Reports() []rcpool.Report
	ForgetReports()
}

// process is the source that tells of this process.
type process struct{}

func (process) Stats() []rcpool.Stats    { return rcpool.All() }
func (process) Reports() []rcpool.Report { return rcpool.Reports() }
func (process) ForgetReports()           { rcpool.ForgetReports() }

func (p *Page) source() source {
	if p.pools == nil {
		return process{}
	}
	return p.pools
}

func (p *Page) interval() time.Duration {
	if p.Interval <= 0 {
		return 5 * time.Second
	}
	return p.Interval
}

func (p *Page) window() time.Duration {
	if p.Window <= 0 {
		return 10 * time.Minute
	}
	return p.Window
}

// Run notes the counts now and every Interval, whether or not somebody looks,
// until ctx is done. The page does not need it; see the package comment. Run
// starts no goroutine: call it in one of your own.
func (p *Page) Run(ctx context.Context) {
	tick := time.NewTicker(p.interval())
	defer tick.Stop()
	for {
		p.look()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look reads the counts, notes them if it is time to, and returns them with
// the history.
func (p *Page) look() (now time.Time, pools []Pool, samples []sample) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, pools = time.Now(), byName(p.source().Stats())
	p.history.note(now, pools, p.interval(), p.window())
	return now, pools, p.history.all()
}

// snapshot is everything there is to show.
func (p *Page) snapshot() *Snapshot {
	now, pools, samples := p.look()
	return newSnapshot(now, pools, samples, p.source().Reports())
}

// ServeHTTP answers GET and HEAD with the page or with a [Snapshot], and POST
// with ?action=forget with a redirect to the page, after the reports were
// forgotten. It answers 405 to other methods, 403 to a POST from another
// origin, and 400 to a query that it does not understand.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "only GET, HEAD and POST are allowed", http.StatusMethodNotAllowed)
		return
	}
	if err := p.origin.Check(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	q, err := parseQuery(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if r.Method == http.MethodPost {
		p.source().ForgetReports()
		// Relative: if a prefix was stripped, only the client knows the path.
		w.Header().Set("Location", q.href())
		w.WriteHeader(http.StatusSeeOther)
		return
	}
	p.show(w, r, q)
}

// show answers with the snapshot in the format that was asked for.
func (p *Page) show(w http.ResponseWriter, r *http.Request, q query) {
	s := p.snapshot()
	var body bytes.Buffer
	var kind string
	var err error
	switch q.format {
	case formatJSON:
		kind, err = "application/json", json.NewEncoder(&body).Encode(s)
	default:
		kind, err = "text/html; charset=utf-8", page.Execute(&body, newView(s, q, p.interval(), p.window()))
	}
	if err != nil {
		http.Error(w, "rchttp: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", fmt.Sprint(body.Len()))
	if r.Method != http.MethodHead {
		w.Write(body.Bytes()) // an error means that nobody is there to be told
	}
}
