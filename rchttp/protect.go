package rchttp

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
)

// protect sets the headers of every answer: it is not stored, not framed, not
// read by other origins, not taken for what it is not, and runs and loads
// nothing but the page's own style and script.
func protect(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	// Not no-referrer: a browser would hide the origin of a POST, which tells
	// us, where there is no TLS, that it comes from the page.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Vary", "Accept")
	h.Set("X-Content-Type-Options", "nosniff")
}

var policy = "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script) +
	"; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// hash is the source expression of the Content-Security-Policy for an inline
// element with that content.
func hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
