package service

import (
	"errors"
	"net/http"

	"github.com/rcpool/rcpool/lab/request"
)

// limit returns next for Config.MaxRequests requests at a time. It refuses more,
// before their bodies are read: these are counted, but neither logged nor
// published, because a flood must not become one of log lines.
func (s *service) limit(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer s.serving.Add(-1)
		if s.serving.Add(1) <= int64(s.cfg.MaxRequests) {
			next(w, r)
			return
		}
		s.failures.add(tooMany, errTooMany)
		w.Header().Set("Retry-After", "1")
		w.Header().Set("Connection", "close") // or the server would read the body
		tell(w, replies[tooMany].status, request.Failure{Token: r.Header.Get(request.TokenHeader), Reason: replies[tooMany].reason})
	}
}

var errTooMany = errors.New("as many requests as Config.MaxRequests were being served")
