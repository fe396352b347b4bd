// truth: correct

// Command retryclient posts telemetry with retries over one pooled body.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type sample struct {
	Metric string  `json:"m"`
	Value  float64 `json:"v"`
}

type statusError int

func (s statusError) Error() string { return http.StatusText(int(s)) }

func (s statusError) temporary() bool { return s >= 500 }

type client struct {
	*http.Client
	url   string
	tries int
	pause time.Duration
}

func (c *client) push(ctx context.Context, samples []sample) error {
	body, err := stdpool.EncodeJSON(samples)
	if err != nil {
		return err
	}
	defer body.Release()
	for try := 1; ; try++ {
		err = c.once(ctx, body.Value().Bytes())
		var status statusError
		if err == nil || try == c.tries || errors.As(err, &status) && !status.temporary() {
			return err
		}
		if err := sleep(ctx, c.pause*time.Duration(try)); err != nil {
			return err
		}
	}
}

func (c *client) once(ctx context.Context, body []byte) error {
	reply, err := c.roundTrip(ctx, body)
	if err != nil {
		return err
	}
	defer reply.Release()
	if !bytes.HasPrefix(reply.Value().Bytes(), []byte("ok")) {
		return fmt.Errorf("unexpected reply %q", reply.Value())
	}
	return nil
}

// roundTrip returns the body of a good answer, which the caller owns. The
// request gets a copy, since the transport may go on reading after an error.
func (c *client) roundTrip(ctx context.Context, body []byte) (rcpool.Ref[bytes.Buffer], error) {
	req, err := http.NewRequestWithContext(ctx, "POST", c.url, bytes.NewReader(bytes.Clone(body)))
	if err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return rcpool.Ref[bytes.Buffer]{}, statusError(resp.StatusCode)
	}
	reply := stdpool.Buffer()
	defer rcpool.Drop(&reply)
	if _, err := reply.Value().ReadFrom(io.LimitReader(resp.Body, 1<<10)); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return rcpool.Move(&reply), nil
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := stdpool.Timer(d)
	defer timer.Release()
	select {
	case <-timer.Value().C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func main() {
	var hits atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var got []sample
		switch n := hits.Add(1); {
		case n <= 2:
			w.WriteHeader(http.StatusBadGateway)
		case json.NewDecoder(r.Body).Decode(&got) != nil || len(got) == 0:
			w.WriteHeader(http.StatusBadRequest)
		default:
			fmt.Fprintf(w, "ok %d", len(got))
		}
	}))
	defer srv.Close()
	c := &client{srv.Client(), srv.URL, 4, time.Millisecond}
	fmt.Println(c.push(context.Background(), []sample{{"cpu", 0.5}, {"rss", 12}}), hits.Load())
	fmt.Println(c.push(context.Background(), nil))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(errors.Is(c.push(ctx, []sample{{"x", 1}}), context.Canceled))
	check()
}
