package service

import (
	"context"
	"errors"
	"hash/crc32"
	"io"

	"github.com/redis/go-redis/v9"

	"github.com/rcpool/rcpool/adapters/rcjson"
)

// What the variant zerocopy does otherwise is in this file: what it decodes has
// strings that share the memory of what was received, a block that the call or the
// known holds until its own last reference is released.

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
// it. ok says whether it could. Otherwise the caller asks again, as in the other
// variants, because GetToBuffer neither tries twice nor takes an entry that is too
// large.
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
