package standin

import (
	"context"
	"fmt"
	"hash/fnv"
	"net"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/rcpool/rcpool/lab/backend"
)

// PlaceOf returns where the location stand-in sees a user: always the same place
// for the same user. The caller owns it.
func PlaceOf(user string) *backend.Place {
	at := &places[hash(user)%uint32(len(places))]
	return &backend.Place{
		User: user, City: at.city, Region: at.region, Country: at.country, Currency: at.currency,
		Latitude: at.latitude, Longitude: at.longitude,
	}
}

// PriceOf returns what the pricing stand-in asks for one sku in a city, in cents:
// always the same for the same two.
func PriceOf(sku, city string) int64 { return 100 + int64(hash(sku, city)%20_000) }

var places = [...]struct {
	city, region, country, currency string
	latitude, longitude             float64
}{
	{"Bengaluru", "Karnataka", "IN", "INR", 12.97, 77.59},
	{"Jakarta", "Java", "ID", "IDR", -6.21, 106.85},
	{"Singapore", "Central", "SG", "SGD", 1.35, 103.82},
	{"Bangkok", "Central", "TH", "THB", 13.76, 100.50},
	{"Manila", "Luzon", "PH", "PHP", 14.60, 120.98},
	{"Berlin", "Berlin", "DE", "EUR", 52.52, 13.40},
	{"Lyon", "Auvergne-Rhône-Alpes", "FR", "EUR", 45.76, 4.84},
	{"Leeds", "Yorkshire", "GB", "GBP", 53.80, -1.55},
	{"Toronto", "Ontario", "CA", "CAD", 43.65, -79.38},
	{"Austin", "Texas", "US", "USD", 30.27, -97.74},
}

func hash(parts ...string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(strings.Join(parts, "\x00")))
	return h.Sum32()
}

type location struct {
	backend.UnimplementedLocationServer
}

func (location) Locate(_ context.Context, r *backend.LocateRequest) (*backend.Place, error) {
	return PlaceOf(r.GetUser()), nil
}

type pricing struct {
	backend.UnimplementedPricingServer
}

func (pricing) Price(_ context.Context, r *backend.PriceRequest) (*backend.PriceReply, error) {
	if len(r.GetSkus()) != len(r.GetQuantities()) {
		return nil, status.Errorf(codes.InvalidArgument, "%d skus have %d quantities", len(r.GetSkus()), len(r.GetQuantities()))
	}
	reply := &backend.PriceReply{User: r.GetUser(), Currency: r.GetCurrency(), UnitCents: make([]int64, len(r.GetSkus()))}
	for i, sku := range r.GetSkus() {
		reply.UnitCents[i] = PriceOf(sku, r.GetCity())
	}
	return reply, nil
}

func startLocation(_ context.Context, cfg Config, l *lag, failed func(error)) (string, func(), error) {
	return serveGRPC(cfg.address(Location), l, failed, func(s *grpc.Server) { backend.RegisterLocationServer(s, location{}) })
}

func startPricing(_ context.Context, cfg Config, l *lag, failed func(error)) (string, func(), error) {
	return serveGRPC(cfg.address(Pricing), l, failed, func(s *grpc.Server) { backend.RegisterPricingServer(s, pricing{}) })
}

func serveGRPC(address string, l *lag, failed func(error), register func(*grpc.Server)) (string, func(), error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return "", nil, err
	}
	s := grpc.NewServer(grpc.UnaryInterceptor(
		func(ctx context.Context, r any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
			if err := l.wait(ctx); err != nil {
				return nil, status.FromContextError(err).Err()
			}
			return handle(ctx, r)
		}))
	register(s)
	go func() {
		if err := s.Serve(listener); err != nil {
			failed(fmt.Errorf("serve gRPC: %w", err))
		}
	}()
	return listener.Addr().String(), s.Stop, nil
}
