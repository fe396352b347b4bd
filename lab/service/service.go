// Package service is the web service that the lab measures: one endpoint that
// reads a basket from a client, asks a cache four times and two microservices
// once, publishes five events and writes an access log without waiting for
// either, and answers.
//
// There is one implementation. Config.Variant decides only where its objects come
// from: from an rcpool.Pool, from a sync.Pool, or new (see lease.go). Read
// quote.go first; it is the way of a request from top to bottom.
package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/request"
)

// Variant says where the service's objects come from.
type Variant string

const (
	Pooled Variant = "rcpool"   // all from rcpool.Pools
	Plain  Variant = "plain"    // all new each time, left to the garbage collector
	Good   Variant = "good"     // as plain, but gzip.Writers and buffers from sync.Pools: what a careful engineer does
	ByHand Variant = "syncpool" // all from sync.Pools, with the references counted by hand

	// ZeroCopy is as Pooled, and strings that are decoded from JSON are not copied:
	// the objects hold the bodies that they came in.
	ZeroCopy Variant = "zerocopy"
)

// Variants lists all of them.
var Variants = []Variant{Plain, Good, ByHand, Pooled, ZeroCopy}

// Config says where the service listens and whom it calls.
type Config struct {
	Variant Variant  // required
	Pools   []string // of Pooled: those to use; other objects come from the heap; nil for all

	Listen string // host:port for requests; default a free port of 127.0.0.1
	Admin  string // host:port for Snapshot, health and profiles; default likewise

	Redis     []string // host:port; several make a cluster
	Kafka     []string // host:port of the seed brokers
	Location  string   // host:port
	Pricing   string   // host:port
	AccessLog string   // host:port
	Topic     string   // of the events; it must exist

	Timeout time.Duration // for all that a request waits for, and for a line of the access log; default 2s
	Read    time.Duration // how long a client may take to send its request; default 10s
	Drain   time.Duration // how long to wait at the end for what is under way; default 10s

	// MaxRequests is how many requests are served at a time; more are refused with
	// 503. It bounds the memory that a flood, or clients that send slowly, can take:
	// a body alone may have 256 KB. Default 8192.
	MaxRequests int

	// LiveHeap is how many bytes the service keeps in its heap beside what requests
	// need, as a cache would.
	LiveHeap int

	// Leak plants a mistake, to try what watches the pools: the reference to one
	// event in so many is not released. 0 plants none.
	Leak uint64

	Log *slog.Logger // default slog.Default()
}

const (
	defaultTimeout = 2 * time.Second
	defaultRead    = 10 * time.Second
	defaultDrain   = 10 * time.Second
	defaultMax     = 8192            // requests
	reachTimeout   = 5 * time.Second // for each backend, at the start
	promisesWithin = 2 * time.Second // of a client that was closed
	maxBody        = 256 << 10       // bytes
	maxQuantity    = 1000            // of one item
)

// Endpoints says where a running service answers, each as host:port.
type Endpoints struct {
	HTTP  string `json:"http"`
	Admin string `json:"admin"`
}

// Run connects to everything the Config names, calls ready once when the service
// answers, and serves until ctx ends. Then it takes no more requests, lets those
// under way and the asynchronous work they set off come to their end, closes its
// connections and returns nil.
//
// It fails, naming the culprit, if the Config is wrong, a backend cannot be
// reached at the start, or an address cannot be listened on; and at the end if
// work was still under way, or objects were still leased, after Config.Drain.
func Run(ctx context.Context, cfg Config, ready func(Endpoints)) error {
	s, err := open(ctx, cfg)
	if err == nil {
		err = errors.Join(s.run(ctx, ready), s.close())
	}
	if err != nil {
		return fmt.Errorf("service: %w", err)
	}
	return nil
}

// run serves until ctx ends and everything under way has come to its end.
func (s *service) run(ctx context.Context, ready func(Endpoints)) error {
	front, err := s.listen("requests", s.cfg.Listen)
	if err != nil {
		return err
	}
	admin, err := s.listen("administration", s.cfg.Admin)
	if err != nil {
		front.Close()
		return err
	}

	requests := s.server(s.handler())
	requests.ReadTimeout = s.cfg.Read
	requests.ReadHeaderTimeout = min(s.cfg.Read, requests.ReadHeaderTimeout)
	requests.WriteTimeout = s.cfg.Timeout + 10*time.Second
	administration := s.server(s.administration())
	failed := make(chan error, 2)
	go func() { failed <- requests.Serve(front) }()
	go func() { failed <- administration.Serve(admin) }()
	defer administration.Close() // last, so that the drain can be watched
	ready(Endpoints{HTTP: front.Addr().String(), Admin: admin.Addr().String()})

	select {
	case <-ctx.Done():
	case err = <-failed:
		err = fmt.Errorf("serve: %w", err)
	}
	s.ending.Store(true)
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.Drain)
	defer cancel()
	if requests.Shutdown(drain) != nil {
		requests.Close() // hangs up on the requests that land will complain about
	}
	return errors.Join(err, s.land(drain), s.objects.drain(drain))
}

// service is one running service.
type service struct {
	cfg Config
	log *slog.Logger
	objects

	cache     redis.UniversalClient
	location  backend.LocationClient
	pricing   backend.PricingClient
	bus       producer
	accessLog *http.Client

	kept     []*kept // of Config.LiveHeap
	flight   flight
	ending   atomic.Bool
	serving  atomic.Int64 // requests
	requests atomic.Uint64
	missed   atomic.Uint64 // keys that the cache did not have
	produced atomic.Uint64 // events, counted if some are to leak
	failures tally
	losses   losses

	closers []func() error
}

// open checks and completes cfg and connects to the backends. The caller owns the
// result and closes it.
func open(ctx context.Context, cfg Config) (_ *service, err error) {
	if !slices.Contains(Variants, cfg.Variant) {
		return nil, fmt.Errorf("there is no variant %q; choose %s", cfg.Variant, sentence.List(Variants, "or"))
	}
	if cfg.Listen == "" {
		cfg.Listen = "127.0.0.1:0"
	}
	if cfg.Admin == "" {
		cfg.Admin = "127.0.0.1:0"
	}
	if cfg.Timeout <= 0 {
		cfg.Timeout = defaultTimeout
	}
	if cfg.Read <= 0 {
		cfg.Read = defaultRead
	}
	if cfg.MaxRequests <= 0 {
		cfg.MaxRequests = defaultMax
	}
	if cfg.Drain <= 0 {
		cfg.Drain = defaultDrain
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	s := &service{cfg: cfg, log: cfg.Log.With("variant", string(cfg.Variant)), failures: newTally()}
	limitChecking()
	s.kept = keep(cfg.LiveHeap)
	s.describe(cfg.Variant)
	if cfg.Pools != nil {
		s.choose(cfg.Pools)
	}
	if err := s.connect(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// handler returns what answers requests.
func (s *service) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(request.Path, s.limit(s.quote))
	return mux
}

func (s *service) server(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelError),
	}
}

func (s *service) listen(what, address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for %s on %s: %w", what, address, err)
	}
	return listener, nil
}

// close closes the connections, those opened last first. Events that were not
// delivered fail, so that their references come back.
func (s *service) close() error {
	var errs []error
	for i := len(s.closers) - 1; i >= 0; i-- {
		errs = append(errs, s.closers[i]())
	}
	s.closers = nil
	ctx, cancel := context.WithTimeout(context.Background(), promisesWithin)
	defer cancel()
	idle(ctx, s.flight.events.count) // the closed client calls the last promises in a goroutine of its own
	s.tellLosses()                   // nothing more can be lost
	return errors.Join(errs...)
}
