// truth: correct

// Command retryfetch fetches documents with retries, a lease for each attempt.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Response struct {
	Status int
	Body   []byte
}

func (r *Response) Reset() { r.Status, r.Body = 0, r.Body[:0] }

var responses = rcpool.Pool[Response]{Name: "responses"}

var errGaveUp = errors.New("gave up")

func once(ctx context.Context, url string, into *Response) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	into.Status = resp.StatusCode
	var chunk [256]byte
	for {
		n, err := resp.Body.Read(chunk[:])
		into.Body = append(into.Body, chunk[:n]...)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Fetch returns a response that the caller owns.
func Fetch(ctx context.Context, url string, attempts int) (rcpool.Ref[Response], error) {
	var last rcpool.Ref[Response]
	defer func() { rcpool.Drop(&last) }()
	for i := range attempts {
		rcpool.Drop(&last)
		last = responses.Get()
		err := once(ctx, url, last.Value())
		if err != nil {
			return rcpool.Ref[Response]{}, err
		}
		if last.Value().Status < 500 {
			return rcpool.Move(&last), nil
		}
		select {
		case <-ctx.Done():
			return rcpool.Ref[Response]{}, ctx.Err()
		case <-time.After(time.Duration(i) * time.Millisecond):
		}
	}
	if last.IsZero() {
		return rcpool.Ref[Response]{}, errGaveUp
	}
	return rcpool.Ref[Response]{}, fmt.Errorf("%w: %s", errGaveUp, last.Value().Body)
}

func main() {
	var calls atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1)%3 != 0 || r.URL.Path == "/down" {
			http.Error(w, "overloaded", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, "hello ", r.URL.Path)
	}))
	defer srv.Close()

	ctx := context.Background()
	resp, err := Fetch(ctx, srv.URL+"/doc", 5)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d %s\n", resp.Value().Status, resp.Value().Body)
	resp.Release()

	if _, err := Fetch(ctx, srv.URL+"/down", 2); !errors.Is(err, errGaveUp) {
		log.Fatal(err)
	}
	if _, err := Fetch(ctx, srv.URL+"/doc", 0); !errors.Is(err, errGaveUp) {
		log.Fatal(err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Fetch(canceled, srv.URL+"/doc", 2); !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}
