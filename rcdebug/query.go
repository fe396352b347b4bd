package rcdebug

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A query is what a request asks for.
type query struct {
	format string // formatHTML or formatJSON
	sort   string // the key of a column
	paused bool   // the page does not refresh itself
}

const (
	formatHTML = "html"
	formatJSON = "json"
	forget     = "forget"
	off        = "off"
)

// parseQuery parses the query of r. An unknown value is an error, so that a
// misspelt one does not go unnoticed.
func parseQuery(r *http.Request) (query, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return query{}, fmt.Errorf("malformed query: %w", err)
	}
	q := query{format: formatHTML, sort: columns[0].Key}
	if err := checkAction(r.Method, values); err != nil {
		return query{}, err
	}
	if prefersJSON(strings.Join(r.Header.Values("Accept"), ",")) {
		q.format = formatJSON
	}
	for _, choice := range []struct {
		name    string
		value   *string
		choices []string
	}{
		{"format", &q.format, []string{formatHTML, formatJSON}},
		{"sort", &q.sort, sortKeys()},
	} {
		if !values.Has(choice.name) {
			continue
		}
		*choice.value = values.Get(choice.name)
		if !slices.Contains(choice.choices, *choice.value) {
			return query{}, fmt.Errorf("unknown %s: choose one of %s", choice.name, strings.Join(choice.choices, ", "))
		}
	}
	if values.Has("refresh") {
		if q.paused = values.Get("refresh") == off; !q.paused {
			return query{}, fmt.Errorf("unknown refresh: the only value is %s", off)
		}
	}
	return q, nil
}

// checkAction returns an error unless POST has an action, and GET and HEAD have
// none.
func checkAction(method string, values url.Values) error {
	switch post := method == http.MethodPost; {
	case post && values.Get("action") != forget:
		return fmt.Errorf("unknown action: a POST needs ?action=%s", forget)
	case !post && values.Has("action"):
		return errors.New("an action needs POST")
	}
	return nil
}

// href returns a reference from the page to itself, with q as the query.
func (q query) href() string { return "?" + q.values().Encode() }

// forgetHref returns the reference that the form of the page with query q posts
// to.
func (q query) forgetHref() string {
	values := q.values()
	values.Set("action", forget)
	return "?" + values.Encode()
}

func (q query) values() url.Values {
	values := url.Values{}
	if q.sort != columns[0].Key {
		values.Set("sort", q.sort)
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
