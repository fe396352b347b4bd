package rcdebug

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
)

// protect sets the headers of every answer: caches do not store it, other
// pages do not frame it, other origins do not read it, browsers do not guess
// its type, and it runs and loads only the style and script of the page.
func protect(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	// Not no-referrer: without TLS a browser would then send "Origin: null"
	// with a POST, and sameOrigin could not tell that it comes from the page.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Vary", "Accept")
	h.Set("X-Content-Type-Options", "nosniff")
}

var policy = "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script) +
	"; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// hash returns the source expression of the Content-Security-Policy for an
// inline element with that content.
func hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// sameOrigin reports whether r comes from a page of this origin, or from a
// client that is no browser. It decides like http.CrossOriginProtection, which
// needs Go 1.25.
func sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return true
	case "": // no browser, an old one, or no TLS
		origin := r.Header.Get("Origin")
		if origin == "" {
			return true
		}
		from, err := url.Parse(origin)
		return err == nil && from.Host == r.Host
	}
	return false
}
