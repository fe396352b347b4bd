package rcdebug

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

// Handler returns a new zero [Page]. Everyone who can send it a request may
// see the page; see the package documentation for what they learn.
func Handler() http.Handler { return new(Page) }

// A Page is an http.Handler that serves the page and keeps its history. It
// serves everyone who can send it a request; see the package documentation for
// what they learn.
//
// The zero Page is ready to use. Set the fields before first use, and do not
// copy a Page after first use. It is safe for concurrent use.
type Page struct {
	// Interval is the time between two samples of the counts. An open page
	// refreshes itself as often, rounded up to seconds. 0 means 5 seconds.
	Interval time.Duration

	// Window is how far the history goes back. 0 means 10 minutes. The history
	// takes about 24 bytes for each pool and Interval in the Window.
	Window time.Duration

	pools source // nil for those of the process

	mu      sync.Mutex
	history history
}

// A source is where a Page gets its data.
type source interface {
	Stats() []rcpool.Stats
	Reports() []rcpool.Report
	ForgetReports()
}

// process is the source for the pools of this process.
type process struct{}

func (process) Stats() []rcpool.Stats    { return rcpool.AllStats() }
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

// Run samples the counts now and every Interval until ctx is done, whether or
// not someone looks at the page. It returns when ctx is done and starts no
// goroutine, so call it on a goroutine of your own. The page works without it;
// see the package documentation.
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

// look reads the counts, samples them if a sample is due, and returns them with
// the history.
func (p *Page) look() (now time.Time, pools []PoolStats, samples []sample) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, pools = time.Now(), byName(p.source().Stats())
	p.history.add(now, pools, p.interval(), p.window())
	return now, pools, p.history.all()
}

// snapshot returns everything there is to show.
func (p *Page) snapshot() *Snapshot {
	now, pools, samples := p.look()
	return newSnapshot(now, pools, samples, p.source().Reports())
}

// ServeHTTP answers GET and HEAD with the page or with a [Snapshot]. It answers
// POST with ?action=forget by forgetting the reports and redirecting to the
// page. It answers 405 to other methods, 403 to a POST from another origin, and
// 400 to an unknown value of a parameter. It does not check who asks.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "only GET, HEAD and POST are allowed", http.StatusMethodNotAllowed)
		return
	}
	if r.Method == http.MethodPost && !sameOrigin(r) {
		http.Error(w, "the request comes from another origin", http.StatusForbidden)
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

// show answers with the snapshot in the requested format.
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
		http.Error(w, "rcdebug: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", fmt.Sprint(body.Len()))
	if r.Method != http.MethodHead {
		w.Write(body.Bytes()) // if it fails, the client is gone
	}
}
