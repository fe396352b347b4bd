package service

import (
	"errors"
	"net/http"
	"time"

	"github.com/rcpool/rcpool/lab/request"
)

// restOfBody is how long a client that is refused may take to send its body.
const restOfBody = 100 * time.Millisecond

// limit returns next for Config.MaxRequests requests at a time. It refuses more:
// these are counted, but neither logged nor published, because a flood must not
// become one of log lines.
func (s *service) limit(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer s.serving.Add(-1)
		if s.serving.Add(1) <= int64(s.cfg.MaxRequests) {
			next(w, r)
			return
		}
		s.failures.add(tooMany, errTooMany)
		// The server reads the rest of the body before it answers; it must not
		// wait for a client that sends none.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(restOfBody))
		w.Header().Set("Retry-After", "1")
		tell(w, replies[tooMany].status, request.Failure{Token: r.Header.Get(request.TokenHeader), Reason: replies[tooMany].reason})
	}
}

var errTooMany = errors.New("as many requests as Config.MaxRequests were being served")
