package standin

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"
	"github.com/redis/go-redis/v9"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
)

// missing is the share of sessions that the cache does not hold, one in so many:
// a miss is an everyday thing.
const missing = 10

// startRedis runs a miniredis that holds what Fill puts there. It waits in a
// connection's own goroutine, as a real server's answer would be under way;
// other connections are not held up.
func startRedis(ctx context.Context, cfg Config, l *lag, _ func(error)) (string, func(), error) {
	redisServer := miniredis.NewMiniRedis()
	if err := redisServer.StartAddr(cfg.address(Redis)); err != nil {
		return "", nil, err
	}
	client := redis.NewClient(&redis.Options{Addr: redisServer.Addr(), DisableIdentity: true})
	defer client.Close()
	if err := Fill(ctx, client); err != nil {
		redisServer.Close()
		return "", nil, err
	}
	redisServer.Server().SetPreHook(func(_ *server.Peer, command string, _ ...string) bool {
		if command == "GET" {
			_ = l.wait(ctx) // ctx ends with the server, which then hangs up
		}
		return false
	})
	return redisServer.Addr(), redisServer.Close, nil
}

// Fill puts into a Redis the entries for the users, campaigns and segments that
// package request makes requests about, about 4 MB. The stand-in is filled
// already; a real server that takes its place needs it once. Entries that exist
// are overwritten; nothing else is touched.
func Fill(ctx context.Context, client redis.UniversalClient) error {
	const batch = 500
	pipeline := client.Pipeline()
	for key, value := range entries() {
		encoded, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("encode cache entry %s: %w", key, err)
		}
		pipeline.Set(ctx, key, encoded, 0)
		if pipeline.Len() == batch {
			if _, err := pipeline.Exec(ctx); err != nil {
				return fmt.Errorf("fill the cache, up to %s: %w", key, err)
			}
		}
	}
	if _, err := pipeline.Exec(ctx); err != nil {
		return fmt.Errorf("fill the cache: %w", err)
	}
	return nil
}

// entries yields what the cache holds, by key. It is always the same.
func entries() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		r := rand.New(rand.NewPCG(0, 0))
		for n := range request.Users {
			user := userEntry(r, n)
			if !yield(backend.UserKey(user.ID), user) {
				return
			}
			session := sessionEntry(r, n)
			if n%missing != 0 && !yield(backend.SessionKey(session.ID), session) {
				return
			}
		}
		for n := range request.Campaigns {
			campaign := campaignEntry(r, n)
			if !yield(backend.CampaignKey(campaign.ID), campaign) {
				return
			}
		}
		for _, segment := range request.Segments {
			if !yield(backend.FeaturesKey(segment), featuresEntry(r, segment)) {
				return
			}
		}
	}
}

func userEntry(r *rand.Rand, n int) backend.User {
	user := backend.User{
		ID:      request.UserID(n),
		Name:    "User " + request.UserID(n), // names its user, so that a mix-up shows
		Segment: request.Segments[r.IntN(len(request.Segments))],
		Since:   fmt.Sprintf("20%02d-%02d-%02d", 10+r.IntN(16), 1+r.IntN(12), 1+r.IntN(28)),
	}
	for range 4 + r.IntN(6) {
		user.Interests = append(user.Interests, request.Categories[r.IntN(len(request.Categories))])
	}
	for range 20 + r.IntN(40) {
		user.Bought = append(user.Bought, fmt.Sprintf("sku-%06d", r.IntN(50_000)))
	}
	return user
}

func sessionEntry(r *rand.Rand, n int) backend.Session {
	session := backend.Session{
		ID:       request.SessionID(n),
		Referrer: "https://news.example/?visit=" + request.SessionID(n), // names its session
		Started:  fmt.Sprintf("2026-05-%02dT%02d:%02d:00Z", 1+r.IntN(28), r.IntN(24), r.IntN(60)),
	}
	for range 8 + r.IntN(12) {
		session.Pages = append(session.Pages, backend.Page{
			Path:    fmt.Sprintf("/%s/%06d", request.Categories[r.IntN(len(request.Categories))], r.IntN(50_000)),
			Seconds: r.IntN(300),
		})
	}
	return session
}

func campaignEntry(r *rand.Rand, n int) backend.Campaign {
	campaign := backend.Campaign{
		ID:        request.CampaignID(n),
		Name:      "Campaign " + request.CampaignID(n), // names its campaign
		Discounts: map[string]int{},
	}
	for i := range 10 + r.IntN(5) {
		id := fmt.Sprintf("%s-%02d", campaign.ID, i)
		campaign.Creatives = append(campaign.Creatives, backend.Creative{
			ID:     id,
			Format: []string{"banner/728x90", "banner/300x250", "film/15s", "native/card"}[r.IntN(4)],
			URL:    "https://cdn.example/creatives/" + id + "/master.json",
		})
	}
	for range 5 {
		campaign.Discounts[request.Categories[r.IntN(len(request.Categories))]] = 5 * r.IntN(6)
	}
	return campaign
}

func featuresEntry(r *rand.Rand, segment string) backend.Features {
	features := backend.Features{
		Segment: segment,
		Model:   "relevance/" + segment + "/2026-05", // names its segment
		Weights: map[string]float64{},
	}
	for _, category := range request.Categories {
		features.Weights[category] = r.Float64()
	}
	for _, placement := range request.Placements {
		features.Weights[placement] = r.Float64()
	}
	return features
}
