package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"github.com/rcpool/rcpool/lab/backend"
)

// look asks the cache, one key after the other, since the last depends on the
// first. What the cache does not know stays empty in k.
func (s *service) look(ctx context.Context, c *call, k *known) error {
	if err := s.get(ctx, backend.UserKey(c.User), &k.User, k); err != nil {
		return err
	}
	if err := s.get(ctx, backend.SessionKey(c.Session), &k.Session, k); err != nil {
		return err
	}
	if err := s.get(ctx, backend.CampaignKey(c.Campaign), &k.Campaign, k); err != nil {
		return err
	}
	return s.get(ctx, backend.FeaturesKey(segmentOf(k)), &k.Features, k)
}

// get decodes one entry of the cache into the part of k that is for it, and notes
// a miss in k.
func (s *service) get(ctx context.Context, key string, part any, k *known) error {
	done, err := false, error(nil)
	if s.objects.sharing {
		done, err = s.getSharing(ctx, key, part, k)
	}
	if !done {
		var value []byte
		if value, err = s.cache.Get(ctx, key).Bytes(); err == nil {
			err = json.Unmarshal(value, part)
		}
	}
	if errors.Is(err, redis.Nil) {
		k.missed = append(k.missed, key)
		s.missed.Add(1)
		return nil
	}
	if err != nil {
		return because(cacheDown, fmt.Errorf("get %s from the cache: %w", key, err))
	}
	return nil
}

// locate asks where the user is.
func (s *service) locate(ctx context.Context, c *call) (*backend.Place, error) {
	place, err := s.location.Locate(ctx, &backend.LocateRequest{User: c.User})
	if err != nil {
		return nil, because(locationDown, fmt.Errorf("locate the user at %s: %w", s.cfg.Location, err))
	}
	if place.GetUser() != c.User {
		return nil, because(locationDown, fmt.Errorf("locate the user at %s: it answered for user %q", s.cfg.Location, place.GetUser()))
	}
	return place, nil
}

// price asks what each item costs at the place. The message borrows the lists of
// c, which is safe: a unary call has encoded it before it waits for the answer.
func (s *service) price(ctx context.Context, c *call, place *backend.Place) ([]int64, error) {
	reply, err := s.pricing.Price(ctx, &backend.PriceRequest{
		User: c.User, City: place.GetCity(), Currency: place.GetCurrency(), Skus: c.skus, Quantities: c.quantities,
	})
	if err != nil {
		return nil, because(pricingDown, fmt.Errorf("price %d items in %s at %s: %w", len(c.Items), place.GetCity(), s.cfg.Pricing, err))
	}
	if reply.GetUser() != c.User || len(reply.GetUnitCents()) != len(c.Items) {
		return nil, because(pricingDown, fmt.Errorf("price %d items in %s at %s: it answered with %d prices for user %q",
			len(c.Items), place.GetCity(), s.cfg.Pricing, len(reply.GetUnitCents()), reply.GetUser()))
	}
	return reply.GetUnitCents(), nil
}
