// Command httpservice is an HTTP service whose events outlive their requests.
//
// A handler decodes the body of a request into an event from a pool, hands a
// reference of its own to the publisher, and answers at once. The publisher
// writes the event later, in another goroutine. Whichever of the two releases
// last gives the event back, so neither has to know when the other is done.
//
//	go run ./examples/httpservice
//	curl -H 'Content-Type: application/json' -d '{"user":"ann","action":"login"}' localhost:8080/events
//
// http://localhost:8080/debug/rcpool shows what the pools do. On Ctrl-C the
// service answers the requests it has, publishes the events it has accepted,
// and ends.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rcdebug"
	"github.com/rcpool/rcpool/rchttp"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "`address` to listen on")
	queue := flag.Int("queue", 1024, "how many `events` may wait for the publisher")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "httpservice accepts events by POST /events and prints them.\n\nFlags:")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 || *queue < 1 {
		fmt.Fprintln(os.Stderr, "httpservice: it takes no arguments, and -queue must be at least 1; -help says more")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal("httpservice: ", err)
	}
	log.Printf("listening on http://%s", listener.Addr())
	if err := serve(ctx, listener, newPublisher(os.Stdout, *queue)); err != nil {
		log.Fatal("httpservice: ", err)
	}
}

// serve serves requests until ctx is done, then finishes what has begun.
func serve(ctx context.Context, listener net.Listener, p *publisher) error {
	server := &http.Server{Handler: newHandler(p), ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		limit, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err = server.Shutdown(limit); err != nil {
			return err // a handler still runs, and may publish
		}
	}
	return errors.Join(err, p.close())
}

func newHandler(p *publisher) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /events", func(w http.ResponseWriter, r *http.Request) {
		e, ok := rchttp.Bind(w, r, &events, 64<<10)
		if !ok {
			return // Bind has answered
		}
		defer e.Release()
		if !p.publish(e.Retain()) {
			http.Error(w, "too many events are waiting", http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		fmt.Fprintf(w, "thank you, %s\n", e.Value().User) // e is still ours
	})
	mux.Handle("/debug/rcpool", rcdebug.Handler())
	return mux
}

// events is the pool. A released event is zeroed.
var events = rcpool.Pool[event]{Name: "events"}

type event struct {
	User   string `json:"user"`
	Action string `json:"action"`
}

// A publisher writes events in a goroutine of its own.
type publisher struct {
	queue chan rcpool.Ref[event] // owns what is in it
	done  chan error
}

func newPublisher(w io.Writer, queue int) *publisher {
	p := &publisher{make(chan rcpool.Ref[event], queue), make(chan error, 1)}
	go func() {
		var failure error
		for e := range p.queue {
			_, err := fmt.Fprintf(w, "%s: %s\n", e.Value().User, e.Value().Action)
			e.Release()
			if failure == nil {
				failure = err
			}
		}
		p.done <- failure
	}()
	return p
}

// publish takes e over. It reports whether there was room in the queue; if not,
// e is released.
func (p *publisher) publish(e rcpool.Ref[event]) bool {
	select {
	case p.queue <- e:
		return true
	default:
		e.Release()
		return false
	}
}

// close publishes what is in the queue, and returns the first error of a write.
// No publish may follow.
func (p *publisher) close() error {
	close(p.queue)
	return <-p.done
}
