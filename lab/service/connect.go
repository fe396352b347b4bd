package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/rcpool/rcpool/lab/backend"
)

const (
	connections = 256                    // that may idle towards one backend
	retryAfter  = 250 * time.Millisecond // after Kafka failed
)

// connect opens the clients and waits until every backend was reached, or one was
// not. What it opened is in s.closers, also after an error.
func (s *service) connect(ctx context.Context) error {
	for _, each := range []struct {
		name    string
		address string
		reach   func(context.Context) error
	}{
		{"Redis", strings.Join(s.cfg.Redis, ","), s.connectCache},
		{"Kafka", strings.Join(s.cfg.Kafka, ","), s.connectBus},
		{"location service", s.cfg.Location, s.connectLocation},
		{"pricing service", s.cfg.Pricing, s.connectPricing},
		{"access log", s.cfg.AccessLog, s.connectAccessLog},
	} {
		if each.address == "" {
			return fmt.Errorf("no address given for the %s", each.name)
		}
		ctx, cancel := context.WithTimeout(ctx, reachTimeout)
		err := each.reach(ctx)
		cancel()
		if err != nil {
			return fmt.Errorf("reach the %s at %s: %w", each.name, each.address, err)
		}
	}
	return nil
}

// quietRedis turns off what go-redis writes to a log of its own, one for the whole
// process: every failure it writes there also comes back as an error, and is
// logged once, at the edge, with its request.
var quietRedis = sync.OnceFunc(logging.Disable)

func (s *service) connectCache(ctx context.Context) error {
	quietRedis()
	s.cache = redis.NewUniversalClient(&redis.UniversalOptions{
		Addrs:                    s.cfg.Redis,
		ContextTimeoutEnabled:    true, // a request's deadline bounds its reads
		DialTimeout:              s.cfg.Timeout,
		ReadTimeout:              s.cfg.Timeout,
		WriteTimeout:             s.cfg.Timeout,
		MaxRetries:               1,
		DialerRetries:            1,
		PoolSize:                 connections,
		DisableIdentity:          true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	})
	s.closers = append(s.closers, s.cache.Close)
	return s.cache.Ping(ctx).Err()
}

func (s *service) connectBus(ctx context.Context) error {
	delivery := max(s.cfg.Drain/2, time.Second)
	client, err := kgo.NewClient(
		kgo.SeedBrokers(s.cfg.Kafka...),
		kgo.ClientID("lab"),
		kgo.DialTimeout(s.cfg.Timeout),
		// An event that cannot be delivered is lost, not kept for ever, and soon
		// enough for the drain to see it; a second is the least that kgo allows.
		// That holds for an event that was sent and not acknowledged, too: it may
		// be in the topic although it counts as lost. Nobody sends it again, so
		// none is there twice.
		kgo.RecordDeliveryTimeout(delivery),
		kgo.AllowIdempotentProduceCancellation(),
		// A timeout is noticed at the end of an attempt, so none may last longer,
		// also if the broker hangs, and the next must come soon.
		kgo.ProduceRequestTimeout(delivery),
		kgo.RequestTimeoutOverhead(delivery/2),
		kgo.RetryBackoffFn(func(int) time.Duration { return retryAfter }),
		// A broker that has just come back may not know its topics yet. The
		// delivery timeout bounds how long that is believed.
		kgo.UnknownTopicRetries(-1),
		kgo.MetadataMinAge(retryAfter), // and asks again soon: the default of seconds is as long as the timeout
	)
	if err != nil {
		return err
	}
	s.bus = client
	s.closers = append(s.closers, func() error { client.Close(); return nil })
	topics, err := kadm.NewClient(client).ListTopics(ctx, s.cfg.Topic)
	if err != nil {
		return err
	}
	if err := topics[s.cfg.Topic].Err; err != nil {
		return fmt.Errorf("topic %q: %w", s.cfg.Topic, err)
	}
	return nil
}

func (s *service) connectLocation(ctx context.Context) error {
	conn, err := s.dial(ctx, s.cfg.Location)
	if err != nil {
		return err
	}
	s.location = backend.NewLocationClient(conn)
	return nil
}

func (s *service) connectPricing(ctx context.Context) error {
	conn, err := s.dial(ctx, s.cfg.Pricing)
	if err != nil {
		return err
	}
	s.pricing = backend.NewPricingClient(conn)
	return nil
}

// dial returns a connection to a gRPC server that was ready once. It is closed
// with s.
func (s *service) dial(ctx context.Context, address string) (*grpc.ClientConn, error) {
	conn, err := grpc.NewClient("passthrough:///"+address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, conn.Close)
	conn.Connect()
	for {
		state := conn.GetState()
		switch state {
		case connectivity.Ready:
			return conn, nil
		case connectivity.TransientFailure:
			return nil, errors.New("connection refused or not a gRPC server")
		}
		if !conn.WaitForStateChange(ctx, state) {
			return nil, ctx.Err()
		}
	}
}

func (s *service) connectAccessLog(ctx context.Context) error {
	dialer := &net.Dialer{Timeout: s.cfg.Timeout, KeepAlive: 30 * time.Second}
	transport := &http.Transport{
		DialContext:         dialer.DialContext,
		MaxIdleConns:        connections,
		MaxIdleConnsPerHost: connections,
		IdleConnTimeout:     90 * time.Second,
		DisableCompression:  true,
	}
	s.accessLog = &http.Client{Transport: transport} // each call has its own deadline
	s.closers = append(s.closers, func() error { transport.CloseIdleConnections(); return nil })
	conn, err := dialer.DialContext(ctx, "tcp", s.cfg.AccessLog)
	if err != nil {
		return err
	}
	return conn.Close()
}
