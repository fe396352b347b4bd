package rcdebug

import (
	"fmt"
	"maps"
	"math"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A query is what a request asks for.
type query struct {
	format  string // formatHTML or formatJSON
	sort    string // a key of orders
	pool    string // what the names of pools contain, in any case
	limit   int    // how many pools are shown
	paused  bool   // the page does not refresh itself
	edition string // what to mark as seen; empty for what is the case now
}

const (
	formatHTML = "html"
	formatJSON = "json"
	actionSeen = "seen"
	off        = "off"

	fewPools  = 100  // that a page shows
	manyPools = 1000 // that it shows if it is asked to
	allPools  = math.MaxInt
)

// The parameters of requests, and those of POST alone.
var (
	parameters     = []string{"format", "limit", "pool", "refresh", "sort"}
	postParameters = []string{"action", "edition"}
)

// parseQuery parses the query of r. An unknown parameter or value is an error, so
// that a misspelt one does not go unnoticed.
func parseQuery(r *http.Request) (query, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return query{}, fmt.Errorf("malformed query: %w", err)
	}
	if err := checkNames(values, r.Method == http.MethodPost); err != nil {
		return query{}, err
	}
	q := query{format: formatHTML, sort: sortNews, pool: values.Get("pool"), edition: values.Get("edition")}
	if prefersJSON(strings.Join(r.Header.Values("Accept"), ",")) {
		q.format = formatJSON
	}
	refresh := ""
	for _, choice := range []struct {
		name    string
		value   *string
		choices []string
	}{
		{"format", &q.format, []string{formatHTML, formatJSON}},
		{"sort", &q.sort, slices.Sorted(maps.Keys(orders))},
		{"refresh", &refresh, []string{off}},
	} {
		if !values.Has(choice.name) {
			continue
		}
		*choice.value = values.Get(choice.name)
		if !slices.Contains(choice.choices, *choice.value) {
			return query{}, fmt.Errorf("unknown value of %s: choose %s", choice.name, strings.Join(choice.choices, ", "))
		}
	}
	q.paused = refresh == off
	q.limit, err = limit(values, q.format)
	return q, err
}

// checkNames returns an error unless all parameters are known and are there
// once, and action says what a POST is to do.
func checkNames(values url.Values, post bool) error {
	known := parameters
	if post {
		known = append(slices.Clone(parameters), postParameters...)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case !post && slices.Contains(postParameters, name):
			return fmt.Errorf("the parameter %s needs POST", name)
		case !slices.Contains(known, name):
			return fmt.Errorf("unknown parameter %q: choose among %s", name, strings.Join(known, ", "))
		case len(values[name]) > 1:
			return fmt.Errorf("the parameter %s is there %d times", name, len(values[name]))
		}
	}
	if post && values.Get("action") != actionSeen {
		return fmt.Errorf("unknown action: a POST needs ?action=%s", actionSeen)
	}
	return nil
}

// limit returns how many pools are asked for. JSON has all of them by default.
func limit(values url.Values, format string) (int, error) {
	n, most := fewPools, manyPools
	if format == formatJSON {
		n, most = allPools, allPools
	}
	if !values.Has("limit") {
		return n, nil
	}
	n, err := strconv.Atoi(values.Get("limit"))
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("limit must be a number from 1 to %d", most)
	}
	return n, nil
}

// matches reports whether a pool with the name is asked for.
func (q query) matches(name string) bool {
	return q.pool == "" || strings.Contains(strings.ToLower(name), strings.ToLower(q.pool))
}

// href returns a reference from the page to itself, with q as the query.
func (q query) href() string { return "?" + q.values().Encode() }

// json returns a reference to the same as JSON.
func (q query) json() string {
	values := q.values()
	values.Del("refresh")
	values.Set("format", formatJSON)
	return "?" + values.Encode()
}

// seen returns the reference that the form of the page with query q posts to.
func (q query) seen(edition string) string {
	values := q.values()
	values.Set("action", actionSeen)
	values.Set("edition", edition)
	return "?" + values.Encode()
}

func (q query) values() url.Values {
	values := url.Values{}
	if q.sort != sortNews {
		values.Set("sort", q.sort)
	}
	if q.pool != "" {
		values.Set("pool", q.pool)
	}
	if q.limit != fewPools && q.limit != allPools {
		values.Set("limit", strconv.Itoa(q.limit))
	}
	if q.paused {
		values.Set("refresh", off)
	}
	return values
}

// prefersJSON reports whether accept, the value of an Accept header, gives JSON
// a higher quality than HTML. Wildcards do not count, because they state no
// preference.
func prefersJSON(accept string) bool {
	var html, js float64
	for part := range strings.SplitSeq(accept, ",") {
		kind, parameters, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		quality := 1.0
		if q, err := strconv.ParseFloat(parameters["q"], 64); err == nil {
			quality = q
		}
		switch kind {
		case "text/html":
			html = max(html, quality)
		case "application/json":
			js = max(js, quality)
		}
	}
	return js > html
}
