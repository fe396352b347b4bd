package service

import (
	"net/http"
	"strconv"
	"strings"
)

// acceptsGzip reports whether the Accept-Encoding of a request lets the answer be
// zipped (RFC 9110, section 12.5.3): gzip by name decides, else "*", and a weight
// of 0 says no.
func acceptsGzip(header http.Header) bool {
	accepted := false
	for _, field := range header.Values("Accept-Encoding") {
		for entry := range strings.SplitSeq(field, ",") {
			coding, parameters, _ := strings.Cut(entry, ";")
			coding = strings.TrimSpace(coding)
			weight, weighted := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q=")
			q, err := strconv.ParseFloat(weight, 64)
			wanted := !weighted || (err == nil && q > 0)
			switch {
			case strings.EqualFold(coding, "gzip"):
				return wanted
			case coding == "*":
				accepted = wanted
			}
		}
	}
	return accepted
}
