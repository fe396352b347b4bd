package exclusiveflags

import (
	"crypto/md5"
	"crypto/sha256"
	"hash"
	"sync"
)

var (
	sums   = sync.Pool{New: func() any { return md5.New() }}
	shas   = sync.Pool{New: func() any { return sha256.New() }}
	frames = sync.Pool{New: func() any { return new(frame) }}
)

// A hasher has a hash of one of the two kinds.
type hasher struct {
	hash.Hash
	isSum bool
	isSHA bool
}

func newSum() *hasher { return &hasher{Hash: sums.Get().(hash.Hash), isSum: true} }
func newSHA() *hasher { return &hasher{Hash: shas.Get().(hash.Hash), isSHA: true} }

// A stamper has a hash of one of the two kinds, or of both.
type stamper struct {
	hash.Hash
	isSum bool
	isSHA bool
}

func newStamp(both bool) *stamper {
	s := &stamper{Hash: sums.Get().(hash.Hash), isSum: true}
	if both {
		s.isSHA = true
	}
	return s
}

// A frame that is pinned is not put back by the function that sends it.
type frame struct {
	pinned int
	data   []byte
}

func (f *frame) pin() *frame {
	f.pinned = 1
	return f
}

func putFrame(f *frame) {
	if f.pinned == 0 {
		frames.Put(f)
	}
}

// A link sends frames.
type link interface{ ready() error }

func send(l link, f *frame) error {
	if err := l.ready(); err != nil {
		return err
	}
	f.data = f.data[:0]
	putFrame(f)
	return nil
}
