package rcdebug

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

// Handler returns a new zero [Page]. Everyone who can send it a request may
// see the page; see the package documentation for what they learn.
func Handler() http.Handler { return new(Page) }

// A Page is an http.Handler that serves the page. It keeps the history, and what
// was marked as seen. It serves everyone who can send it a request; see the
// package documentation for what they learn.
//
// The zero Page is ready to use. Set the fields before first use, and do not
// copy a Page after first use. It is safe for concurrent use.
type Page struct {
	// Interval is the time between two samples of the counts. An open page
	// refreshes itself as often, rounded up to seconds. 0 means 5 seconds. In a
	// process with more than 1,000 pools samples are further apart.
	Interval time.Duration

	// Window is how far the history goes back. 0 means 10 minutes. The history
	// has at most 360 samples. It takes about 32 bytes for each pool and sample,
	// and never more than a few MiB.
	Window time.Duration

	pools source // nil for those of the process

	mu      sync.Mutex // of a turn
	rested  time.Time  // when the next turn may begin
	history history
	memory  memory
}

// A source is where a Page gets its data.
type source interface {
	Stats() []rcpool.Stats // sorted by name
	Reports() []rcpool.Report
}

// process is the source for the pools of this process.
type process struct{}

func (process) Stats() []rcpool.Stats    { return rcpool.AllStats() }
func (process) Reports() []rcpool.Report { return rcpool.Reports() }

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

// share is the part of one processor that a Page takes at most: one tenth.
const share = 10

// turn runs f, for one caller at a time. The next turn waits nine times as long
// as f took. So a Page takes at most a tenth of one processor, however many
// requests there are and however many pools it has to read.
func (p *Page) turn(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	time.Sleep(time.Until(p.rested))
	start := time.Now()
	f()
	took := time.Since(start)
	p.rested = start.Add(share * took)
}

// Run samples the counts when a sample is due, now and every Interval, until ctx
// is done, whether or not someone looks at the page. It returns when ctx is done and starts no
// goroutine, so call it on a goroutine of your own. The page works without it;
// see the package documentation.
func (p *Page) Run(ctx context.Context) {
	tick := time.NewTicker(p.interval())
	defer tick.Stop()
	for {
		p.turn(func() {
			if p.history.due(time.Now(), p.interval(), p.window()) {
				p.read()
			}
		})
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// read reads the counts, and samples them if a sample is due. It must be called
// in a turn.
func (p *Page) read() (now time.Time, stats []rcpool.Stats) {
	now, stats = time.Now(), p.source().Stats()
	p.history.add(now, stats, p.interval(), p.window())
	return now, stats
}

// snapshot returns what q asks for. It must be called in a turn.
func (p *Page) snapshot(q query) *Snapshot {
	now, stats := p.read()
	return newSnapshot(now, q, stats, newReports(p.source().Reports()), &p.history, &p.memory)
}

// ServeHTTP answers GET and HEAD with the page or with a [Snapshot]. It answers
// POST with ?action=seen by marking as seen what the edition in ?edition= has
// shown, or what is the case now if there is none, and by redirecting to the
// page. It answers 405 to other methods, 403 to a POST from another origin, 400
// to an unknown parameter or value, and 409 to an edition of another process or
// an old one. It does not check who asks.
//
// Requests are answered one at a time and take at most a tenth of one processor.
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
		p.mark(w, q)
	} else {
		p.show(w, r, q)
	}
}

const unknownEdition = "Nothing was marked as seen, because this process does not know what your page has shown: " +
	"the page is old, or the process was restarted since, or another process has answered. " +
	"Load the page again, look at what is new, and mark that."

// mark marks as seen what q says.
func (p *Page) mark(w http.ResponseWriter, q query) {
	known := false
	p.turn(func() {
		if q.edition == "" {
			q.edition = p.snapshot(q).Edition
		}
		known = p.memory.mark(q.edition)
	})
	if !known {
		http.Error(w, unknownEdition, http.StatusConflict)
		return
	}
	// Relative: if a prefix was stripped, only the client knows the path.
	w.Header().Set("Location", q.href())
	w.WriteHeader(http.StatusSeeOther)
}

// show answers with the snapshot in the requested format.
func (p *Page) show(w http.ResponseWriter, r *http.Request, q query) {
	var kind string
	var body bytes.Buffer
	var err error
	p.turn(func() {
		if r.Context().Err() == nil { // nobody waits for the answer of a canceled request
			kind, err = p.render(&body, q)
		}
	})
	if err != nil {
		http.Error(w, "rcdebug: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
	if r.Method != http.MethodHead {
		w.Write(body.Bytes()) // if it fails, the client is gone
	}
}

// render writes what q asks for, and returns its type. It must be called in a
// turn.
func (p *Page) render(body *bytes.Buffer, q query) (kind string, err error) {
	s := p.snapshot(q)
	if q.format == formatJSON {
		return "application/json", json.NewEncoder(body).Encode(s)
	}
	return "text/html; charset=utf-8", page.Execute(body, newView(s, q, p.interval(), p.window()))
}
