package service

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/rcjson"
)

// What the variant zerocopy does differently is in this file: the strings that it
// decodes share the memory of what was received, a block that the call or the known
// holds until its own last reference is released.

// decodeSharing is decodeCopying without copies.
func (s *service) decodeSharing(body io.Reader, size int64, c *call) error {
	block := s.bodies.Bytes(0)
	defer block.Drop()
	if size > 0 && size <= maxBody {
		block.Grow(int(size) + 1) // ReadFrom wants one to see the end
	}
	if _, err := block.ReadFrom(body); err != nil {
		return unread(err)
	}
	c.checksum = crc32.ChecksumIEEE(block.Value())
	if err := rcjson.DecodeInto(c, &c.Quote, block.Move()); err != nil {
		return undecoded(err)
	}
	return nil
}

// valueRoom is enough bytes for almost every entry of the cache, and the two that
// go-redis uses beside it.
const valueRoom = 4096

// getSharing reads and decodes an entry of the cache into the part of k that is for
// it. If ok is false, the caller asks again, as the other variants do, because
// GetToBuffer neither tries twice nor takes an entry that is too large.
func (s *service) getSharing(ctx context.Context, key string, part any, k *known) (ok bool, err error) {
	block := s.bodies.Bytes(valueRoom)
	defer block.Drop()
	n, err := s.cache.GetToBuffer(ctx, key, block.Value()).Result()
	if errors.Is(err, redis.Nil) {
		return true, err
	}
	if err != nil {
		return false, nil
	}
	block.Truncate(n)
	return true, rcjson.DecodeInto(k, part, block.Move())
}

// bodyStats returns the figures of the pools that bodies come from, which are those
// of the whole process; none in the other variants.
func (o *objects) bodyStats() (all []rcpool.Stats) {
	if !o.sharing {
		return nil
	}
	for _, s := range rcpool.AllStats() {
		if strings.HasPrefix(s.Name, o.bodies.Name+".") {
			all = append(all, s)
		}
	}
	return all
}

// bodiesInUse is the number of bodies that are leased.
func (o *objects) bodiesInUse() (n int64) {
	for _, s := range o.bodyStats() {
		n += int64(s.InUse)
	}
	return n
}

// drainBodies waits until no body is leased, or ctx ends.
func (o *objects) drainBodies(ctx context.Context) error {
	if idle(ctx, o.bodiesInUse) {
		return nil
	}
	var held []string
	for _, s := range o.bodyStats() {
		if s.InUse > 0 {
			held = append(held, fmt.Sprintf("%d of pool %s", s.InUse, s.Name))
		}
	}
	return fmt.Errorf("bodies are still in use: %s: %w", strings.Join(held, ", "), ctx.Err())
}
