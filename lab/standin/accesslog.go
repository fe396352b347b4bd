package standin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/rcpool/rcpool/lab/backend"
)

// startAccessLog runs the system that collects the access log: an HTTP server
// that takes one line as the body of each POST to backend.LinesPath and answers
// 204. A GET returns the number of lines of each token, if Config.KeepRecords is
// set.
func startAccessLog(_ context.Context, cfg Config, l *lag, failed func(error)) (string, func(), error) {
	listener, err := net.Listen("tcp", cfg.address(AccessLog))
	if err != nil {
		return "", nil, err
	}
	var mu sync.Mutex // makes the Writes to cfg.Lines one at a time
	lines := make(map[string]int)
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+backend.LinesPath, func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(lines) // fails only if the reader is gone
	})
	mux.HandleFunc("POST "+backend.LinesPath, func(w http.ResponseWriter, r *http.Request) {
		line, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := l.wait(r.Context()); err != nil {
			return // the caller is gone
		}
		var of struct{ Token string }
		if err := json.Unmarshal(line, &of); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if cfg.KeepRecords {
			lines[of.Token]++
		}
		if cfg.Lines != nil {
			if _, err := cfg.Lines.Write(append(bytes.TrimRight(line, "\n"), '\n')); err != nil {
				http.Error(w, err.Error(), http.StatusInsufficientStorage)
				return
			}
		}
		w.WriteHeader(http.StatusNoContent)
	})
	s := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	go func() {
		if err := s.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed(fmt.Errorf("serve HTTP: %w", err))
		}
	}()
	return listener.Addr().String(), func() { _ = s.Close() }, nil
}
