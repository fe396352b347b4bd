package service

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/rcpool/rcpool/lab/backend"
)

// report sends the line of the access log about a call that was answered, and
// returns at once: the line holds a reference of its own and outlives the answer.
func (s *service) report(held *lease[call]) {
	took := time.Since(held.value().started)
	s.flight.lines.launch(held.hold(func(c *call) {
		if err := s.send(c, took); err != nil {
			s.fail(lineLost, "access log line lost", err, slog.String("token", c.token), slog.String("user", c.User))
		}
	}))
}

func (s *service) send(c *call, took time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.Timeout)
	defer cancel()
	buffer := s.buffers.get()
	err := json.NewEncoder(buffer.value()).Encode(&backend.Line{
		Token: c.token, Checksum: c.checksum, User: c.User, Session: c.Session, Campaign: c.Campaign,
		Items: len(c.Items), Status: c.status, Bytes: c.bytes, Micros: took.Microseconds(), Agent: c.agent,
	})
	if err != nil {
		buffer.release()
		return fmt.Errorf("encode the line: %w", err)
	}
	body := s.lend(buffer)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.cfg.AccessLog+backend.LinesPath, body)
	if err != nil {
		_ = body.Close()
		return fmt.Errorf("write to the access log at %s: %w", s.cfg.AccessLog, err)
	}
	r.ContentLength = int64(body.reader.Len())
	r.Header.Set("Content-Type", "application/json")
	response, err := s.accessLog.Do(r)
	if err != nil {
		return fmt.Errorf("write to the access log: %w", err) // names method and URL
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil { // so that the connection is used again
		return fmt.Errorf("write to the access log at %s: read its answer: %w", s.cfg.AccessLog, err)
	}
	if response.StatusCode != http.StatusNoContent {
		return fmt.Errorf("write to the access log at %s: it answered %s", s.cfg.AccessLog, response.Status)
	}
	return nil
}

// lent is the body of an outgoing request that owns the buffer it is read from.
//
// An http.Client may go on reading a body after Do has returned (a server may
// answer before it has read everything), but always closes it at the end; so it
// is Close that gives the buffer up. The lock keeps a late read from one that has
// been given up.
type lent struct {
	mu     sync.Mutex
	reader bytes.Reader
	buffer lease[sizedBuffer]
	flight *counter // is ended with it; nil once closed
}

// lend takes the buffer over.
func (s *service) lend(buffer lease[sizedBuffer]) *lent {
	s.flight.lines.begin()
	body := &lent{buffer: buffer, flight: &s.flight.lines}
	body.reader.Reset(buffer.value().Bytes())
	return body
}

func (l *lent) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.flight == nil {
		return 0, http.ErrBodyReadAfterClose
	}
	return l.reader.Read(p)
}

func (l *lent) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.flight == nil {
		return nil
	}
	l.buffer.release()
	l.flight.end()
	l.flight = nil
	return nil
}
